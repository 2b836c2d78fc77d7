// Clocks at the tables of both games: they count down, say when time is little, and end the game.
import { execFileSync } from "node:child_process";

import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;

/** A table against bots with a chess clock of so many seconds. */
async function table(page: Page, kind: string, seconds: number): Promise<void> {
  await page.goto(`${server.address}/credits`);
  const room = await page.evaluate(
    async ([kind, seconds]) => {
      const card = { kind: "card", format: "joust", deck: "The Old Ways (Core)" };
      const board = { kind: "board", format: "base", deck: "stark", players: 3 };
      const wish = { ...(kind === "card" ? card : board), name: "Ann", opponent: "bot", bot: null, bot_deck: null, rulings: null, terms: { clock: { kind: "chess", seconds } } };
      const answer = await fetch("/api/rooms", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
      return ((await answer.json()) as { room: string }).room;
    },
    [kind, seconds] as const,
  );
  await page.goto(`${server.address}/room/${room}`);
}
const shown = (page: Page) => page.textContent("[data-clock='0']");

describe.skipIf(program === null)("a clock", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("counts down without jumps, says when time is little, and ends the game of cards", async () => {
    const { page, context, errors } = await visitor(browser);
    await table(page, "card", 33);
    await page.waitForSelector("[data-clock='0']");
    // A bot has no clock.
    expect(await page.locator("[data-clock]").count()).toBe(1);
    const first = await shown(page);
    expect(first).toMatch(/^0:3[0-3]$/);
    await page.waitForFunction((first) => document.querySelector("[data-clock='0']")?.textContent !== first, first);
    await page.waitForSelector("[data-clock='0'].low");
    expect(await shown(page)).toMatch(/^0:(30|29)little time$/);
    expect(await page.textContent("[data-clockvoice]")).toMatch(/^You have (30|29) seconds left\.$/);
    expect(await page.getAttribute("[data-clock='0']", "aria-label")).toMatch(/left, little time$/);
    expect(await violations(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/clock-card.png` });

    await table(page, "card", 2);
    await page.waitForSelector(".endpanel");
    expect(await page.textContent("[data-clock='0']")).toContain("out of time");
    expect(await page.textContent("[data-clockvoice]")).toBe("Your time is up.");
    // It is told as what it was: nobody said that they give up.
    expect(await page.textContent(".endpanel")).toContain("Your time is up.");
    expect(await page.textContent(".endpanel")).not.toContain("conceded");
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it("stands beside the houses of the board game, on a phone too", async () => {
    const [wide, phone] = await Promise.all([visitor(browser), visitor(browser, "phone")]);
    await Promise.all([table(wide.page, "board", 25), table(phone.page, "card", 600)]);
    await wide.page.waitForSelector(".bhouses [data-clock='0'].low");
    expect(await wide.page.locator("[data-clock]").count()).toBe(1);
    if (process.env.SHOTS) await wide.page.screenshot({ path: `${process.env.SHOTS}/clock-board.png` });
    await phone.page.waitForSelector(".ph-seat [data-clock='0']");
    expect(await shown(phone.page)).toMatch(/^(10:00|9:5\d)$/);
    if (process.env.SHOTS) await phone.page.screenshot({ path: `${process.env.SHOTS}/clock-phone.png` });

    // A flag that falls: the house gives up, the others play to the end; and that game is walked through.
    const { page } = wide;
    await table(page, "board", 1);
    await page.waitForSelector("[data-clock='0']:has-text('out of time')");
    await page.waitForSelector(".endpanel", { timeout: 120_000 });
    expect(await page.textContent(".endpanel")).toMatch(/You · out of time/);
    expect(await violations(page)).toEqual([]);
    await page.click(".endpanel a[href$='/replay']");
    await page.waitForSelector(".replaybar .where:has-text('Round 1')");
    await page.keyboard.press("PageDown");
    await page.waitForSelector(".where:has-text('Round 2, Westeros')");
    await page.click(".replaybar [aria-expanded]");
    await page.selectOption("[data-jump]", { label: (await page.locator("[data-jump] option", { hasText: "Round 2, Action" }).first().textContent()) ?? "" });
    await page.waitForSelector(".where:has-text('Round 2, Action')");
    // With one seat's eyes its hand is seen, and it keeps its name.
    await page.selectOption("[data-look]", "0");
    await page.waitForURL(/step=\d+&as=0/);
    expect(await violations(page)).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(".wishes a[download]")]);
    expect(execFileSync(program ?? "", ["replay", "verify", await file.path()], { encoding: "utf8" })).toContain("committed to before the game");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.querySelector(".wishes") === null);
    await page.waitForSelector(".bhand .hc");
    expect(await page.textContent(".bhouses")).not.toContain("You");
    expect(await violations(page)).toEqual([]);
    // The link leads to the same moment, on a phone.
    const step = await page.textContent(".where b");
    await phone.page.goto(page.url());
    await phone.page.waitForSelector(`.where b:text-is('${step}')`);
    expect([await violations(phone.page), await beside(phone.page)]).toEqual([[], 0]);
    expect((await smallTargets(phone.page)).filter((target) => !/^mark/.test(target))).toEqual([]);
    await phone.page.click(".replaybar [aria-label='One step on']");
    await phone.page.waitForFunction((step) => document.querySelector(".where b")?.textContent !== step, step);
    expect([...wide.errors, ...phone.errors]).toEqual([]);
    await wide.context.close();
    await phone.context.close();
  });
});
