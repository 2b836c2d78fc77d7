// Looking on where hands are shown: who sits down must agree; who looks on chooses over whose shoulder, is called "you" by nobody, and
// nothing lies over the hand.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];

const post = (page: Page, path: string, body: object): Promise<{ room: string; error?: { code: string } }> =>
  page.evaluate(async ([to, what]) => (await fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body: what })).json() as Promise<{ room: string }>, [path, JSON.stringify(body)] as const);
/** Whether the bar ends where the table begins, and the table where the window ends. */
const covers = (page: Page) =>
  page.evaluate(() => {
    const [bar, table] = [".watchbar", ".table, .ph, .bt"].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
    return !bar || !table || bar.bottom > table.top + 0.5 || table.bottom > innerHeight + 0.5;
  });

describe.skipIf(program === null)("over the shoulder", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("all who sit down agree, and one looks from hand to hand", async () => {
    const [ann, bob, cat, dan] = await Promise.all([visitor(browser, "desktop", errors), visitor(browser, "desktop", errors), visitor(browser, "desktop", errors), visitor(browser, "phone", errors)]);
    await ann.page.goto(server.address);
    const decks = await ann.page.evaluate(async () => (await fetch("/api/decks")).json() as Promise<{ name: string }[]>);
    const { room } = await post(ann.page, "/api/rooms", { kind: "card", format: "joust", name: "Ann", deck: decks[0]?.name, opponent: "open", bluff: 0, terms: { watching: "hands" } });
    // Bob is asked, and sits down only once he agrees; neither can he go round the page.
    await bob.page.goto(`${server.address}/room/${room}`);
    await bob.page.waitForSelector(".deck.on");
    await bob.page.waitForSelector(".start[disabled]");
    expect((await post(bob.page, `/api/rooms/${room}/join`, { name: "Bob", deck: decks[1]?.name })).error).toBeTruthy();
    await bob.page.check("label:has-text('I agree that everybody') input", { force: true });
    await bob.page.fill("input[autocomplete=nickname], input.text >> nth=0", "Bob");
    await bob.page.click(".start");
    await bob.page.waitForSelector(".prompt");

    await Promise.all([cat.page, dan.page].map((page) => page.goto(`${server.address}/room/${room}`)));
    await cat.page.waitForSelector("[data-eyes='0'][aria-pressed=true]");
    await cat.page.waitForSelector(".hand .card");
    const hand = () => cat.page.$$eval(".hand .card .name", (names) => names.map((name) => name.textContent).join());
    const anns = await hand();
    expect(anns).not.toBe("");
    expect(await cat.page.textContent(".table")).not.toMatch(/\bYou\b/);
    expect(await cat.page.textContent(".prompt .q")).toContain("Ann decides");
    expect([await violations(cat.page), await covers(cat.page)]).toEqual([[], false]);
    await cat.page.focus("[data-eyes='1']");
    await cat.page.keyboard.press("Enter");
    await cat.page.waitForSelector("[data-eyes='1'][aria-pressed=true]");
    await expect.poll(hand).not.toBe(anns);
    // Nothing of it can be clicked as if it were one's own.
    expect(await cat.page.locator(".s-legal, .prompt [data-pass], .prompt [data-main]").count()).toBe(0);
    await dan.page.waitForSelector(".watchbar");
    expect([await violations(dan.page), await smallTargets(dan.page), await beside(dan.page), await covers(dan.page)]).toEqual([[], [], 0, false]);

    // The board game, on a phone, where a bar had lain over the tabs.
    const board = await post(ann.page, "/api/rooms", { kind: "board", format: "base", name: "Ann", deck: "stark", opponent: "bot", players: 3, terms: { watching: "hands" } });
    await dan.page.goto(`${server.address}/room/${board.room}`);
    await dan.page.waitForSelector(".watchbar");
    await dan.page.click(".btabs button:has-text('Hand')");
    await dan.page.waitForSelector(".bhand .hc");
    await dan.page.click("[data-eyes='1']");
    await dan.page.waitForSelector("[data-eyes='1'][aria-pressed=true]");
    expect([await violations(dan.page), await beside(dan.page), await covers(dan.page)]).toEqual([[], 0, false]);
    for (const { context } of [ann, bob, cat, dan]) await context.close();
    expect(errors).toEqual([]);
  });

  it("a melee is looked on at so, too; when it is over it is walked through with one seat's eyes", async () => {
    const [ann, bob, cat, dan] = await Promise.all([visitor(browser, "desktop", errors), visitor(browser, "desktop", errors), visitor(browser, "desktop", errors), visitor(browser, "small", errors)]);
    await Promise.all([ann, bob, cat].map(({ page }) => page.goto(server.address)));
    const decks = await ann.page.evaluate(async () => (await fetch("/api/decks")).json() as Promise<{ name: string }[]>);
    const { room } = await post(ann.page, "/api/rooms", { kind: "card", format: "melee", name: "Ann", deck: decks[0]?.name, opponent: "open", players: 3, bluff: 0, terms: { watching: "hands" } });
    await post(bob.page, `/api/rooms/${room}/join`, { name: "Bob", deck: decks[1]?.name, hands: true });
    await post(cat.page, `/api/rooms/${room}/join`, { name: "Cat", deck: decks[2]?.name, hands: true });
    await dan.page.goto(`${server.address}/room/${room}`);
    await dan.page.click("[data-eyes='2']");
    await dan.page.waitForSelector(".mebar, .hand .card");
    await dan.page.waitForSelector("[data-eyes='2'][aria-pressed=true]");
    expect(await dan.page.textContent(".table")).not.toMatch(/\bYou\b/);
    expect([await violations(dan.page), await covers(dan.page)]).toEqual([[], false]);
    // Two give up: Ann has won, and steps through what there was.
    const concede = ({ page }: { page: Page }) =>
      page.evaluate(
        (room) =>
          new Promise<void>((done) => {
            const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${room}/ws`);
            socket.addEventListener("message", () => socket.send(JSON.stringify({ id: 1, op: "concede" })), { once: true });
            socket.addEventListener("message", ({ data }) => /"id":1\b/.test(String(data)) && done());
          }),
        room,
      );
    await concede(bob);
    await concede(cat);
    await ann.page.goto(`${server.address}/room/${room}`);
    await ann.page.click(".endpanel a[href$='/replay']");
    await ann.page.waitForSelector(".replaybar .where:has-text('Setup')");
    await ann.page.keyboard.press("ArrowRight");
    await ann.page.waitForSelector(".where b:text-is('Step 1 of 2')");
    await ann.page.click(".replaybar [aria-expanded]");
    await ann.page.selectOption("[data-look]", "1");
    await ann.page.waitForURL(/step=1&as=1/);
    await ann.page.keyboard.press("Escape");
    await ann.page.waitForFunction(() => document.querySelector(".wishes") === null && document.querySelectorAll(".hand .card .name").length > 0);
    expect([await violations(ann.page), await beside(ann.page)]).toEqual([[], 0]);
    for (const { context } of [ann, bob, cat, dan]) await context.close();
    expect(errors).toEqual([]);
  });
});
