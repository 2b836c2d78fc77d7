// What players agree on at the table, with two browsers: undo, pause, a change of the table, a draw, and a seat that was left.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor, type Size } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];

const post = (page: Page, path: string, body: object): Promise<{ room: string }> =>
  page.evaluate(async ([to, what]) => (await fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body: what })).json() as Promise<{ room: string }>, [path, JSON.stringify(body)] as const);

/** Two people at a table; the second one's browser may be a phone. */
async function table(wish: object, size: Size = "desktop"): Promise<{ ann: Page; bob: Page; room: string }> {
  const [{ page: ann }, { page: bob }] = await Promise.all([visitor(browser, "desktop", errors), visitor(browser, size, errors)]);
  await Promise.all([ann.goto(server.address), bob.goto(server.address)]);
  const decks = await ann.evaluate(async () => (await fetch("/api/decks")).json() as Promise<{ name: string }[]>);
  const { room } = await post(ann, "/api/rooms", { kind: "card", format: "joust", name: "Ann", deck: decks[0]?.name, opponent: "open", bluff: 0, ...wish });
  await post(bob, `/api/rooms/${room}/join`, { name: "Bob", deck: decks[1]?.name });
  await Promise.all([ann.goto(`${server.address}/room/${room}`), bob.goto(`${server.address}/room/${room}`)]);
  // Ann is asked first.
  await Promise.all([ann.waitForSelector("[data-topic=mulligan]"), bob.waitForSelector(".prompt.wait")]);
  return { ann, bob, room };
}

const menu = (page: Page) => page.click(".tools [aria-label='Table menu'], .ph-top [aria-label='Table menu']");
const propose = async (page: Page, what: string) => {
  await menu(page);
  await page.click(`[data-propose=${what}]`);
};
const keep = (page: Page) => page.click(".prompt .acts .btn.main, .prompt .acts .btn:not(.quiet)");
const agree = async (page: Page, what: string) => {
  await page.waitForSelector(`[data-proposal=${what}]`);
  await page.click("[data-agree]");
};

describe.skipIf(program === null)("players agree at the table", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("on an undo, a pause, a change of the table and a draw", async () => {
    const { ann, bob } = await table({}, "phone");
    await keep(ann);
    await ann.waitForSelector(".prompt.wait");
    await propose(ann, "undo");
    await bob.waitForSelector("[data-proposal=undo]");
    expect(await bob.textContent("[data-proposal]")).toMatch(/Ann would take back an answer: the game goes back 1 step\..*Agreed: Ann.*Waiting for You/s);
    expect([await violations(bob), await smallTargets(bob), await beside(bob)]).toEqual([[], [], 0]);
    await bob.click("[data-decline]");
    await ann.waitForSelector("[data-ended]");
    expect(await ann.textContent("[data-ended]")).toContain("Bob does not agree");
    expect(await ann.$("[data-topic=mulligan]")).toBeNull();
    await propose(ann, "undo");
    // By keyboard: the bar stands before the table.
    await bob.waitForSelector("[data-proposal=undo]");
    await bob.focus("[data-agree]");
    await bob.keyboard.press("Enter");
    await ann.waitForSelector("[data-topic=mulligan]");

    await propose(bob, "pause");
    await agree(ann, "pause");
    await ann.waitForSelector("[data-paused]");
    expect(await ann.$("[data-topic=mulligan]")).toBeNull();
    expect(await bob.textContent("[data-paused]")).toContain("paused");
    await ann.click("[data-go-on]");
    await agree(bob, "resume");
    await ann.waitForSelector("[data-topic=mulligan]");

    await menu(ann);
    await ann.click("[data-propose=repair]");
    await ann.selectOption("[data-repair] select >> nth=1", { label: "Bob" });
    await ann.fill("[data-repair] input", "7");
    expect(await violations(ann)).toEqual([]);
    await ann.click("[data-repair] .btn");
    await bob.waitForSelector("[data-proposal=repair]");
    expect(await bob.textContent("[data-proposal]")).toMatch(/By agreement you have 7 gold/);
    await agree(bob, "repair");
    await ann.waitForSelector("[data-ended]");
    await ann.waitForFunction(() => document.querySelector(".log")?.textContent?.includes("Bob has 7 gold"));

    await propose(ann, "draw");
    await agree(bob, "draw");
    for (const page of [ann, bob]) await page.waitForSelector(".endpanel");
    expect(await ann.textContent(".endpanel h2")).toMatch(/draw/i);
    expect(errors).toEqual([]);
  });

  it("that a bot plays on for who is away, or a newcomer with the same hand", async () => {
    const { ann, bob, room } = await table({ grace: 1 });
    const hand = await bob.$$eval("[data-card][data-code]", (cards) => cards.length);
    await menu(bob);
    await bob.click("[data-leave]");
    await bob.waitForURL((url) => url.pathname === "/");
    await ann.waitForSelector("[data-gone]");
    expect(await ann.textContent("[data-gone]")).toContain("Bob is away");
    expect(await violations(ann)).toEqual([]);
    await ann.click("[data-by=newcomer]");
    await ann.waitForSelector("[data-free]");
    const { page: cat } = await visitor(browser, "desktop", errors);
    await cat.goto(`${server.address}/room/${room}`);
    // A name without a place to break stays inside what it stands in.
    await cat.fill("input.text", "W".repeat(40));
    await cat.click("button.start");
    await cat.waitForSelector(".prompt.wait");
    expect(await cat.$$eval("[data-card][data-code]", (cards) => cards.length)).toBe(hand);
    await ann.waitForFunction(() => [...document.querySelectorAll(".cap")].some((cap) => cap.textContent?.includes("WWW")));
    expect(await ann.$$eval(".log li, .row .cap", (parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).length)).toBe(0);
    // Now she closes her browser without a word, and the table waits for its time.
    await cat.context().close();
    await ann.waitForSelector("[data-gone]");
    await ann.click("[data-by=bot]");
    await ann.waitForFunction(() => document.querySelector("[data-gone]") === null);
    await keep(ann);
    await ann.waitForFunction(() => document.querySelector("h1")?.textContent?.includes("Random"));
    // Alone with a bot: one click takes the answer back.
    await ann.waitForSelector("[data-undo]");
    await ann.click("[data-undo]");
    await ann.waitForSelector("[data-topic=mulligan]");
    expect(errors).toEqual([]);
  });

  it("by vote in the board game: one declines, then agrees that who is away concedes; both see it", async () => {
    const [{ page: ann }, { page: bob }, { page: cat, context }] = await Promise.all([visitor(browser, "desktop", errors), visitor(browser, "phone", errors), visitor(browser, "desktop", errors)]);
    await Promise.all([ann, bob, cat].map((page) => page.goto(server.address)));
    const { room } = await post(ann, "/api/rooms", { kind: "board", format: "base", name: "Ann", deck: "stark", opponent: "open", players: 3, grace: 1 });
    await post(bob, `/api/rooms/${room}/join`, { name: "Bob", deck: "lannister" });
    await post(cat, `/api/rooms/${room}/join`, { name: "Cat", deck: "baratheon" });
    await Promise.all([ann, bob, cat].map((page) => page.goto(`${server.address}/room/${room}`)));
    await Promise.all([ann, bob, cat].map((page) => page.waitForSelector("[data-topic=orders]")));
    await context.close();
    // The time of grace runs out for both who are here.
    await Promise.all([ann, bob].map((page) => page.waitForSelector("[data-gone]")));
    expect([await violations(bob), await smallTargets(bob), await beside(bob)]).toEqual([[], [], 0]);
    await ann.click("[data-by=bot]");
    await bob.waitForSelector("[data-proposal=replace]");
    expect(await bob.textContent("[data-proposal]")).toMatch(/a bot .*plays on for Cat.*Agreed: Ann.*Waiting for You/s);
    await bob.click("[data-decline]");
    await ann.waitForSelector("[data-ended]:has-text('Bob does not agree')");
    await ann.click("[data-by=nobody]");
    await agree(bob, "replace");
    for (const page of [ann, bob]) {
      await page.waitForFunction(() => document.querySelector("[data-gone], [data-proposal]") === null);
      if (page === bob) await page.click(".btabs button >> nth=1");
      await page.waitForSelector("tr:has-text('Cat') .st:has-text('gave up')");
    }
    expect(await ann.locator(".endpanel").count(), "the others play on").toBe(0);
    expect(errors).toEqual([]);
  });

  it("in the board game too, where one alone with bots decides at once", async () => {
    const { page } = await visitor(browser, "small", errors);
    await page.goto(server.address);
    const { room } = await post(page, "/api/rooms", { kind: "board", format: "base", name: "Ann", deck: "stark", opponent: "bot" });
    await page.goto(`${server.address}/room/${room}`);
    await page.waitForSelector("[data-topic=orders]");
    await page.keyboard.press("?");
    await page.click("[data-propose=repair]");
    await page.selectOption("[data-repair] select >> nth=0", "power");
    await page.fill("[data-repair] input", "9");
    expect(await violations(page)).toEqual([]);
    await page.click("[data-repair] .btn");
    await page.waitForFunction(() => document.querySelector("[data-repair]") === null);
    // The question is asked anew, and looked at; then the log.
    await page.waitForFunction(() => Number(document.querySelector("[data-decision]")?.getAttribute("data-decision") ?? 0) >= 1_000_000);
    await page.keyboard.press("l");
    await page.waitForFunction(() => /By agreement [^.]* 9 power/.test(document.querySelector("[role=log]")?.textContent ?? ""));
    await page.keyboard.press("?");
    await page.click("[data-propose=pause]");
    await page.waitForSelector("[data-paused]");
    await page.click("[data-go-on]");
    await page.waitForFunction(() => document.querySelector("[data-paused]") === null);
    expect(errors).toEqual([]);
  });
});
