// What a person expects of a table of the board game beside the game: the way out asks, giving up leaves a house, orders that are not sent
// yet survive a reload, cards lie over the map as they are drawn, units are seen to move, single rulings are chosen.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { playBoard } from "./board-person.ts";
import { launch, sizes } from "./browser.mjs";
import { program, serve, type Server } from "./server.ts";
import { beside, violations, visitor, type Size } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

describe.skipIf(program === null)("a table of the board game", () => {
  let server: Server;
  beforeAll(async () => {
    server = await serve();
  });
  afterAll(async () => {
    await server?.stop();
  });

  /** A game against bots, up to its first orders. */
  async function begin(page: Page, players: number): Promise<void> {
    await page.goto(server.address);
    await page.check(`input[name=board-players][value='${players}']`, { force: true });
    await page.check("input[name=board-house][value=stark]", { force: true });
    await page.click("[data-board]");
    await page.waitForSelector("[data-topic=orders]");
  }
  const laid = (page: Page) => page.$$eval(".btodo li .val", (nodes) => nodes.map((node) => node.textContent));

  it("keeps orders that are laid and not sent, and drops them with their decision", async () => {
    const { page, context, errors } = await visitor(browser);
    await begin(page, 3);
    await page.click("[data-order=march]");
    await page.click("[data-order=raid]");
    const before = await laid(page);
    expect(before.slice(0, 2)).toEqual(["March", "Raid"]);
    await page.reload();
    await page.waitForSelector("[data-topic=orders]");
    expect((await laid(page)).slice(0, 2)).toEqual(["March", "Raid"]);
    // Another window of the same person shows them too; what is taken back stays away.
    await page.click("[data-todo] >> nth=0");
    await page.click("[data-order=march]");
    const other = await context.newPage();
    await other.goto(page.url());
    await other.waitForSelector("[data-topic=orders]");
    expect((await laid(other))[0]).not.toBe("March");
    expect((await laid(other))[1]).toBe("Raid");
    await other.close();
    const kept = () => page.evaluate(() => localStorage.getItem("maester-orders"));
    expect(await kept()).toContain("raid");
    for (let i = 0; i < 12 && !(await page.isEnabled("[data-main]")); i += 1) await page.click("[data-order][aria-disabled=false] >> nth=0");
    await page.click("[data-main]");
    await page.waitForFunction(() => document.querySelector("[data-topic=orders]") === null);
    await page.waitForFunction(() => localStorage.getItem("maester-orders") === null);
    expect(errors).toEqual([]);
    await context.close();
  });

  it.each(Object.keys(sizes) as Size[])("lays the Westeros cards over the map as they are drawn, until they are put aside: %s", async (size) => {
    const { page, context, errors } = await visitor(browser, size);
    await begin(page, 3);
    expect(await page.locator(".bdrawn").count()).toBe(0);
    const played = await playBoard(page, { rounds: 2, seed: 21 });
    expect(played.problems).toEqual([]);
    await page.waitForSelector(".bdrawn");
    expect(await page.locator(".bdrawn .wc").count()).toBe(3);
    expect(await page.textContent(".bdrawn h2")).toMatch(/round 2/);
    expect(await violations(page)).toEqual([]);
    expect(await beside(page)).toBeLessThanOrEqual(0);
    // Each card is seen whole, if need be by scrolling, and the button can be pressed.
    const cut = await page.$$eval(".bdrawn .wc", (cards) => cards.filter((card) => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1).length);
    expect(cut).toBe(0);
    await page.click("[data-drawn]");
    expect(await page.locator(".bdrawn").count()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  });

  it("lets units be seen to move, and holds them still for who wants no motion", async () => {
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      const context = await browser.newContext({ viewport: sizes.desktop, reducedMotion });
      const page = await context.newPage();
      await begin(page, 3);
      await page.evaluate(() => {
        const seen = { came: 0, moving: 0 };
        Object.assign(globalThis, { seen });
        new MutationObserver((changes) => {
          for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
            for (const unit of node instanceof Element ? [node, ...node.querySelectorAll(".arrives")].filter((it) => it.matches(".arrives")) : []) {
              seen.came += 1;
              seen.moving += unit.getAnimations().filter((move) => Number(move.effect?.getComputedTiming().activeDuration) > 100).length;
            }
          }
        }).observe(document.body, { childList: true, subtree: true });
      });
      await playBoard(page, { rounds: 2, seed: 22 });
      const seen = await page.evaluate(() => (globalThis as unknown as { seen: { came: number; moving: number } }).seen);
      expect(seen.came).toBeGreaterThan(0);
      expect(seen.moving > 0).toBe(reducedMotion === "no-preference");
      await context.close();
    }
  });

  it("asks who leaves a running game, by a link or by the browser's way back, and lets go who wants to", async () => {
    const { page, context, errors } = await visitor(browser);
    await begin(page, 3);
    const room = page.url();
    await page.click("a.brand");
    await page.waitForSelector("dialog.confirm");
    expect(await page.textContent("dialog.confirm")).toMatch(/Leave the table\?.*seat is kept/);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    expect(await page.locator("dialog.confirm").count()).toBe(0);
    expect(page.url()).toBe(room);
    await page.goBack();
    await page.waitForSelector("dialog.confirm");
    expect(page.url()).toBe(room);
    await page.waitForSelector(".boardsvg");
    await page.click("[data-yes]");
    await page.waitForSelector("[data-board]");
    await page.click(".resume a.main");
    await page.waitForSelector("[data-topic=orders]");
    expect(errors).toEqual([]);
    await context.close();
  });

  it("lets a house go on without its player: the others play, who gave up looks on, the last one wins", async () => {
    const { page, context, errors } = await visitor(browser);
    await begin(page, 3);
    const room = page.url();
    await page.click("button[aria-label=Menu]");
    await page.click("[data-concede]");
    expect(await page.textContent("dialog.confirm")).toMatch(/others play on.*cannot win/);
    await page.click("[data-yes]");
    // The bots may be quick: the note stands there as long as the game runs.
    await page.waitForSelector("[data-gone], .endpanel");
    expect(await page.textContent(".bhouses tr.b-me")).toContain("gave up");
    expect(await page.locator("#area-winterfell").getAttribute("aria-label")).toContain("You");
    await page.waitForFunction(() => {
      document.querySelector<HTMLElement>(".blogbox button.quiet")?.click();
      return [...document.querySelectorAll(".blog")].some((log) => /You concede: the house stays/.test(log.textContent ?? ""));
    });
    expect(await page.locator("[data-topic]").count()).toBe(0);
    // Nothing holds who does not play any more, and the seat is found again.
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>("a.brand")?.click());
    await page.waitForSelector("[data-board]");
    await page.goto(room);
    await page.waitForSelector(".endpanel", { timeout: 240_000 });
    expect(await page.textContent(".endpanel h2")).toMatch(/Lannister|Baratheon/);
    expect(await page.textContent(".bscore")).toContain("gave up");
    expect(errors).toEqual([]);
    await context.close();
  });

  it("plays under single rulings over a preset", async () => {
    const { page, context, errors } = await visitor(browser);
    await page.goto(server.address);
    await page.click(".brulings summary");
    await page.check("input[name=board-rulings][value=recorded]", { force: true });
    expect(await page.inputValue("select[name=ruling-robb]")).toBe("anywhere");
    await page.selectOption("select[name=ruling-robb]", "origin");
    await page.selectOption("select[name=ruling-mace]", "ends");
    expect(await page.textContent(".brulings summary")).toContain("2 changed");
    expect(await violations(page)).toEqual([]);
    await page.check("input[name=board-players][value='3']", { force: true });
    await page.click("[data-board]");
    await page.waitForSelector("[data-topic=orders]");
    await page.click("button[aria-label=Menu]");
    expect(await page.textContent(".menu .note")).toMatch(/as recorded games · .*combat ends · .*goes back/);
    expect(errors).toEqual([]);
    await context.close();
  });
});
