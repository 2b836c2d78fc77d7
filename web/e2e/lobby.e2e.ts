// The lobby by persons: tables of every kind from one form, found by others, filtered, joined with a password, watched.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { sizes } from "./browser.mjs";
import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor, type Size } from "./stage.ts";

let browser: Browser;
let server: Server;

/** Opens the lobby's form with a line about the table. */
async function form(page: Page, game: string, note: string): Promise<void> {
  await page.goto(`${server.address}/lobby`);
  await page.check(`.tableform input[name=game][value=${game}]`, { force: true });
  await page.fill("input[name=note]", note);
}
async function open(page: Page): Promise<string> {
  await page.waitForSelector("[data-open]:not([disabled])");
  await page.click("[data-open]");
  await page.waitForURL(/\/room\//);
  await page.waitForSelector(".waitpanel");
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}
const row = (room: string) => `.lobbyrow[data-room="${room}"]`;

describe.skipIf(program === null)("the lobby", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("lists what others open, is filtered, seats with a password, and shows a game to who looks on", async () => {
    const [ann, bob, cat] = await Promise.all([visitor(browser), visitor(browser), visitor(browser, "phone")]);
    await bob.page.goto(`${server.address}/lobby`);
    await bob.page.waitForSelector("text=No table is open.");

    // One of each kind; the one by link stays unlisted.
    await form(ann.page, "melee", "four of us");
    await ann.page.check("input[name=new-players][value='4']", { force: true });
    await ann.page.check("input[name=new-bots][value='2']", { force: true });
    const melee = await open(ann.page);
    // Nobody loaded the page anew: the list is live.
    await bob.page.waitForSelector(row(melee));
    await form(ann.page, "board", "the long night");
    await ann.page.check("input[name=clock][value=move]", { force: true });
    const board = await open(ann.page);
    await form(ann.page, "joust", "nobody sees this");
    await ann.page.check("input[name=visibility][value=link]", { force: true });
    const link = await open(ann.page);
    await form(ann.page, "joust", "a word is needed");
    await ann.page.check("input[name=visibility][value=password]", { force: true });
    await ann.page.fill("input[name=table-password]", "hodor");
    await ann.page.check("input[name=clock][value=chess]", { force: true });
    const joust = await open(ann.page);
    await bob.page.waitForSelector(row(joust));
    expect(await bob.page.textContent(row(melee))).toMatch(/four of us.*\(bot\).*\(bot\)/);
    expect(await bob.page.textContent(row(board))).toContain("3 days a move");
    expect(await bob.page.textContent(row(joust))).toMatch(/Password.*25 min each, 5 s delay/);
    expect(await bob.page.locator(row(link)).count()).toBe(0);
    expect(await violations(bob.page)).toEqual([]);

    // A mere visitor is offered no way to close a table; its host is, and the row is gone for everybody.
    expect(await bob.page.locator("[data-close]").count()).toBe(0);
    await cat.page.goto(`${server.address}/room/${board}`);
    await cat.page.waitForSelector("button.start");
    await cat.page.click("button.start:not([disabled])");
    await cat.page.waitForSelector(".waitpanel [data-stand]");
    expect(await cat.page.locator("[data-close]").count()).toBe(0);
    expect(await violations(cat.page)).toEqual([]);
    expect([await beside(cat.page), (await smallTargets(cat.page)).filter((target) => !/brand|Credits/.test(target))]).toEqual([0, []]);
    if (process.env.SHOTS) await cat.page.screenshot({ path: `${process.env.SHOTS}/stand-phone.png` });
    await cat.page.click("[data-stand]");
    await cat.page.waitForSelector("button.start");
    await ann.page.goto(`${server.address}/lobby`);
    await ann.page.click(`${row(board)} [data-close]`);
    await ann.page.waitForSelector(`${row(board)} [data-close-yes]`);
    expect(await ann.page.evaluate(() => document.activeElement?.textContent), "the safe way has the focus").toBe("Keep it open");
    expect(await violations(ann.page)).toEqual([]);
    for (const size of process.env.SHOTS ? (["desktop", "small", "phone"] as const) : []) {
      await ann.page.setViewportSize(sizes[size]);
      await ann.page.screenshot({ path: `${process.env.SHOTS}/close-${size}.png` });
    }
    await ann.page.keyboard.press("Enter");
    await ann.page.waitForSelector(`${row(melee)} [data-close]`);
    expect(await bob.page.locator(row(board)).count(), "kept open").toBe(1);
    await ann.page.click(`${row(melee)} [data-close]`);
    await ann.page.click(`${row(melee)} [data-close-yes]`);
    await bob.page.waitForSelector(row(melee), { state: "detached" });
    await cat.page.goto(`${server.address}/room/${melee}`);
    await cat.page.waitForSelector("text=Guest closed it before the game began");
    if (process.env.SHOTS) await cat.page.screenshot({ path: `${process.env.SHOTS}/closed-phone.png` });
    expect(await violations(cat.page)).toEqual([]);
    await cat.page.click("a:text-is('Go to the lobby')");
    await cat.page.waitForSelector(row(joust));

    await ann.page.setViewportSize(sizes.desktop);
    await ann.page.click(`${row(joust)} a:text-is('To the table')`);
    await ann.page.waitForSelector(".waitpanel [data-close]");
    if (process.env.SHOTS) await ann.page.screenshot({ path: `${process.env.SHOTS}/wait-desktop.png` });

    const shown = () => bob.page.$$eval(".lobbyrow", (rows) => rows.map((row) => row.getAttribute("data-room") ?? "").sort());
    await bob.page.selectOption("select[name=filter-game]", "board");
    expect(await shown()).toEqual([board]);
    await bob.page.selectOption("select[name=filter-clock]", "live");
    expect(await shown()).toEqual([]);
    await bob.page.selectOption("select[name=filter-game]", "any");
    expect(await shown()).toEqual([joust]);

    // Nobody can look on where nobody plays yet; who joins needs the word.
    await bob.page.click(`${row(joust)} a`);
    await bob.page.waitForSelector(".termsnote");
    expect(await bob.page.textContent(".termsnote")).toContain("a word is needed");
    await bob.page.waitForSelector(".deck.on");
    await bob.page.fill("input[name=table-password]", "hold the door");
    await bob.page.click("button.start");
    await bob.page.waitForSelector(".bad:text('not the password')");
    await bob.page.fill("input[name=table-password]", "hodor");
    expect(await violations(bob.page)).toEqual([]);
    await bob.page.click("button.start");
    await bob.page.waitForSelector(".prompt");
    await ann.page.waitForSelector(".prompt");

    await cat.page.goto(`${server.address}/lobby`);
    await cat.page.selectOption("select[name=filter-state]", "running");
    await cat.page.waitForSelector(`${row(joust)}[data-state=running]`);
    expect(await cat.page.locator(".lobbyrow").count()).toBe(1);
    await cat.page.click(`${row(joust)} a`);
    await cat.page.waitForSelector("[data-card], .ph-seat");

    // Who looks on talks among themselves; the players hear of it when the game is over.
    await cat.page.click("[data-chat]");
    await cat.page.fill(".chat input", "who wins?");
    await cat.page.keyboard.press("Enter");
    await cat.page.waitForSelector(".said .line:has-text('who wins?')");
    expect([await violations(cat.page), await beside(cat.page), (await smallTargets(cat.page)).filter((target) => /chat|quiet|Say/.test(target))]).toEqual([[], 0, []]);
    if (process.env.SHOTS) await cat.page.screenshot({ path: `${process.env.SHOTS}/gallery-phone.png` });
    await bob.page.goto(bob.page.url());
    await bob.page.waitForSelector(".prompt");
    await bob.page.click("[data-chat]");
    expect(await bob.page.textContent(".chat")).not.toContain("who wins?");
    expect(await bob.page.locator("[data-pane=gallery]").count()).toBe(0);
    await bob.page.keyboard.press("Escape");
    await bob.page.click('button[aria-label="Table menu"]');
    await bob.page.click("text=Concede the game");
    await bob.page.click("text=Yes, concede");
    await ann.page.waitForSelector(".endpanel");
    await ann.page.click("[data-chat]");
    await ann.page.click("[data-pane=gallery]");
    await ann.page.waitForSelector(".said .line:has-text('who wins?')");
    expect(await violations(ann.page)).toEqual([]);
    if (process.env.SHOTS) await ann.page.screenshot({ path: `${process.env.SHOTS}/gallery-desktop.png` });
    for (const { context, errors } of [ann, bob, cat]) {
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  it.each<Size>(["desktop", "small", "phone"])("%s: nothing spilled, nothing too small to touch", async (size) => {
    const { page, context, errors } = await visitor(browser, size);
    await page.goto(`${server.address}/lobby`);
    await page.waitForSelector(".lobbyrow");
    await page.waitForSelector(".tableform .deck.on");
    await page.click(".tableform summary");
    await page.check("input[name=clock][value=chess]", { force: true });
    expect(await beside(page)).toBeLessThanOrEqual(0);
    // A box to tick is as large as its label.
    expect((await smallTargets(page)).filter((target) => !/brand|Credits|^ +22x22$/.test(target))).toEqual([]);
    expect(await page.$$eval("label.tick", (labels) => Math.min(...labels.map((label) => label.getBoundingClientRect().height)))).toBeGreaterThanOrEqual(44);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lobby-${size}.png`, fullPage: true });
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
