// Settings: looks that can be read, card size, stops, passing until one's turn; kept in the browser, and along with an account.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { play } from "./person.ts";
import { program, type Server } from "./server.ts";
import { beside, opened, together, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];
const WINDOW = "Take an action, or pass.";

const choose = (page: Page, choice: string) => page.locator(`[data-choice="${choice}"]`).first().check({ force: true });
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const close = (page: Page) => page.click(".sheet .sheethead .btn");

describe.skipIf(program === null)("settings", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("every look can be read, on every page; it goes along with an account", async () => {
    const { page, context } = await visitor(browser, "phone", errors);
    await page.goto(`${server.address}/account`);
    await page.fill("input[autocomplete=username]", "Settled");
    await page.fill("input[type=password]", "correct horse battery");
    await page.click("form .btn.main");
    await page.waitForSelector(".sessions");
    const dark = await ground(page);
    for (const look of ["light", "contrast"]) {
      const kept = page.waitForResponse((response) => response.url().endsWith("/api/me/settings") && response.request().method() === "POST");
      await page.locator(`[data-choice="${look}"]`).check({ force: true });
      await kept;
      expect(await ground(page), look).not.toBe(dark);
      for (const path of ["/account", "/", "/decks"]) {
        await page.goto(server.address + path);
        await page.waitForSelector("h1");
        await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, look);
        expect(await violations(page), `${look} ${path}`).toEqual([]);
        expect(await beside(page), `${look} ${path}`).toBeLessThanOrEqual(0);
      }
      await page.goto(`${server.address}/account`);
      await page.waitForSelector(".sessions");
    }
    await context.close();
    // Another browser of the same account looks the same at once.
    const there = await visitor(browser, "desktop", errors);
    await there.page.goto(`${server.address}/account`);
    await there.page.click("text=I have one");
    await there.page.fill("input[autocomplete=username]", "Settled");
    await there.page.fill("input[type=password]", "correct horse battery");
    await there.page.click("form .btn.main");
    await there.page.waitForFunction(() => document.documentElement.dataset.theme === "contrast");
    await there.context.close();
  });

  it("cards grow, a stop asks, and passing until my turn goes through windows and ends where it must", async () => {
    const { page, context } = await visitor(browser, "desktop", errors);
    const passes: string[] = [];
    page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => String(payload).includes('"op":"choose"') && passes.push(String(payload))));
    await page.goto(server.address);
    await page.waitForSelector(".deck.on");
    await page.click(".play .start");
    await page.waitForSelector(".prompt");
    await play(page, { peek: WINDOW, seed: 3 });
    // On the table they grow; in the hand while none covers another.
    const width = () => page.locator(".row:not(.locs) .card:not(.kneel)").first().evaluate((node) => (node as HTMLElement).offsetWidth);
    const covered = () => page.$$eval(".row .card", (cards) => cards.filter((card, i) => card.getBoundingClientRect().right > (cards[i + 1]?.getBoundingClientRect().left ?? Infinity) + 1 && cards[i + 1]?.closest(".row") === card.closest(".row")).length);
    const before = await width();
    const settings = async (work: () => Promise<void>) => {
      await page.click('[aria-label="Table menu"]');
      await page.click("[data-settings]");
      await page.waitForSelector(".sheet .settings");
      await work();
      await close(page);
      await page.waitForFunction(() => document.querySelector(".sheet .settings") === null);
    };
    await settings(async () => {
      expect(await violations(page)).toEqual([]);
      await choose(page, "large");
      await page.locator(".sheet .settings .tick input").first().check();
    });
    expect(await width(), "at 1440 by 900 too").toBeGreaterThan(before);
    expect(await covered()).toBe(0);
    // In every window I want to stop: so this one is not passed.
    await page.keyboard.press("u");
    await page.waitForTimeout(300);
    expect(await page.locator("[data-passing]").count()).toBe(0);
    expect(await page.textContent(".prompt .q")).toBe(WINDOW);
    expect(passes).toEqual([]);
    await settings(async () => page.locator(".sheet .settings .tick input").first().uncheck());
    const question = await page.getAttribute(".prompt", "data-decision");
    await page.click("[data-until]");
    // It ends at something that is no window, or when my turn is there; until then it says so and passes.
    await page.waitForFunction((was) => document.querySelector("[data-passing]") === null && document.querySelector(".prompt:not(.wait)")?.getAttribute("data-decision") !== was, question, { timeout: 20_000 });
    expect(passes.length).toBeGreaterThan(0);
    expect(passes.every((sent) => /"choose":\[\{"verb":"pass"\}\]/.test(sent))).toBe(true);
    await page.reload();
    await page.waitForSelector(".row:not(.locs) .card");
    expect(await width(), "kept in this browser").toBeGreaterThan(before);
    await context.close();
  });

  it("while others decide, the passing is plainly said, and taken back with a click", async () => {
    const [host, guest] = await Promise.all([visitor(browser, "desktop", errors), visitor(browser, "phone", errors)]);
    await together(server.address, host.page, guest.page);
    for (let i = 0; i < 4 && (await host.page.locator(".prompt.wait").count()) === 0; i += 1) {
      await host.page.locator(".prompt .acts .btn:not(.quiet)").first().click();
      await host.page.waitForTimeout(250);
    }
    await host.page.waitForSelector(".prompt.wait");
    await host.page.keyboard.press("u");
    await host.page.waitForSelector("[data-passing]");
    expect(await violations(host.page)).toEqual([]);
    await host.page.click("[data-stop-passing]");
    await host.page.waitForFunction(() => document.querySelector("[data-passing]") === null);
    await Promise.all([host.context.close(), guest.context.close()]);
  });

  it("and nothing of all this was an error in the page", () => expect(errors).toEqual([]));
});
