// The deck shelf: brought in, edited with reasons that come and go, taken along as OCTGN has it, dealt, played; on a phone too.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];

/** A ready deck as text, by way of the server's own forms. */
async function readyText(name: string): Promise<{ text: string; three: string }> {
  const get = async (path: string) => (await (await fetch(server.address + path)).json()) as never;
  const pool: { decks: { name: string; cards: Record<string, number> }[] } = await get("/api/pool");
  const facts: { code: string; type: string; faction: string; name: string }[] = await get("/api/cards");
  const cards = pool.decks.find((deck) => deck.name === name)?.cards ?? {};
  const three = facts.find((card) => cards[card.code] === 3 && card.type === "character" && card.faction !== "neutral");
  return { text: `House Greyjoy\n${Object.entries(cards).map(([code, count]) => `${count} ${code}`).join("\n")}\n`, three: three?.code ?? "" };
}

const legal = (page: Page, wanted: boolean) => page.waitForSelector(`.legality[data-legal="${wanted}"][data-judging="false"]`);
const saved = (page: Page) => page.waitForSelector(`[data-saving="saved"]`);
/** What the browser was given as a file. */
async function file(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

describe.skipIf(program === null)("the deck shelf", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("takes a deck in, tells what is against it while it is edited, gives it out again, deals it and plays it", async () => {
    const { text, three } = await readyText("Salt and Iron");
    const { page, context } = await visitor(browser, "desktop", errors);
    await page.goto(`${server.address}/decks`);
    await page.click("[data-bring]");
    await page.fill(".bringin textarea", `${text}2x Nobody At All\n`);
    await page.click("[data-read]");
    await page.waitForSelector(".reasons >> text=Nobody At All");
    await page.fill(".bringin textarea", text);
    await page.click("[data-read]");
    await page.waitForSelector("[data-take]");
    expect(await page.locator(".bringin .reasons").count()).toBe(0);
    await page.click("[data-take]");
    await page.click(".shelfrow h2 a");
    await legal(page, true);
    expect(await violations(page)).toEqual([]);

    // A fourth copy, by the keys of its row in the list of cards: the reason appears with its rule; with the third it goes.
    await page.fill(".dname input", "Iron Tide");
    await page.fill(".poolsearch input", three);
    await page.press(".poolsearch input", "ArrowDown");
    await page.keyboard.press("+");
    await legal(page, false);
    expect(await page.textContent(".legality .reasons")).toContain("4 copies");
    expect(await page.locator(".legality .reasons a.rule").count()).toBe(1);
    expect(await page.locator(`.deckslots .countrow.wrong[data-code="${three}"]`).count()).toBe(1);
    await page.keyboard.press("-");
    await legal(page, true);
    // By click, and taken back.
    await page.click(`.deckslots .countrow[data-code="${three}"] .less`);
    await legal(page, false);
    expect(await page.textContent(".legality .reasons")).toContain("at least 60");
    await page.click(".keeping .btn");
    await legal(page, true);
    // A card of which only the name is known is named as blank, and forbids nothing.
    await page.fill(".poolsearch input", "");
    await page.fill(".poolsearch input", "t:event f:greyjoy");
    const unwritten = page.locator(".poollist .countrow:has(em)").first();
    const name = (await unwritten.getAttribute("data-code")) ?? "";
    await unwritten.locator(".more1").click();
    await page.waitForSelector(`.legality .blanks a[href="/cards/${name}"]`);
    await legal(page, true);
    await unwritten.locator(".less").click();
    await page.waitForFunction(() => document.querySelector(".legality .blanks") === null);
    await saved(page);

    // Out as OCTGN reads it, and in again: the same cards.
    const codes = async () => page.locator(".deckslots .countrow").evaluateAll((rows) => rows.map((row) => `${row.getAttribute("data-code")} ${row.querySelector(".n")?.textContent}`).sort());
    const before = await codes();
    await page.selectOption("[data-form]", "o8d");
    const octgn = await file(page, "[data-download]");
    expect(octgn.name).toBe("Iron Tide.o8d");
    expect(octgn.text).toContain('<section name="Plots"');
    const svg = await file(page, "[data-svg]");
    expect(svg.text).toMatch(/^<\?xml[^]*<svg[^]*Iron Tide/);
    const png = await file(page, "[data-png]");
    expect(png.name).toMatch(/\.png$/);

    // Seven cards, one mulligan, the next card.
    await page.click("[data-deal]");
    expect(await page.locator(".dealt > li").count()).toBe(7);
    await page.click("[data-mulligan]");
    expect(await page.locator(".dealt > li").count()).toBe(7);
    expect(await page.isDisabled("[data-mulligan]")).toBe(true);
    await page.click("[data-next]");
    expect(await page.locator(".dealt > li").count()).toBe(8);

    await page.goto(`${server.address}/decks`);
    await page.click("[data-bring]");
    await page.setInputFiles(".filebutton input", { name: "Iron Tide.o8d", mimeType: "text/xml", buffer: Buffer.from(octgn.text) });
    await page.waitForSelector("[data-take]");
    await page.click("[data-take]");
    await page.waitForFunction(() => document.querySelectorAll(".shelfrow").length === 2);
    await page.click(".shelfrow:first-child h2 a");
    await legal(page, true);
    expect(await codes()).toEqual(before);

    // Deleted and brought back; then played.
    await page.goto(`${server.address}/decks`);
    await page.click(".shelfrow:first-child [data-delete]");
    await page.waitForFunction(() => document.querySelectorAll(".shelfrow").length === 1);
    await page.click("[data-undo]");
    await page.waitForFunction(() => document.querySelectorAll(".shelfrow").length === 2);
    expect(await violations(page)).toEqual([]);
    await page.click(".shelfrow:first-child .acts a");
    await page.waitForSelector(".mydecks .deck.on");
    await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>(".play .start")?.disabled);
    await page.click(".play .start");
    await page.waitForSelector(".prompt");
    const room = page.url().split("/").at(-1) ?? "";
    const info = (await (await fetch(`${server.address}/api/rooms/${room}`)).json()) as { seats: { deck: string }[] };
    expect(info.seats[0]?.deck).toBe("Iron Tide");
    await context.close();
  });

  /** Without the frame of every page. */
  const small = async (page: Page) => (await smallTargets(page)).filter((target) => !/^brand | Credits /.test(target));

  it("is nobody else's, and can be used with a thumb", async () => {
    const { page, context } = await visitor(browser, "phone", errors);
    await page.goto(`${server.address}/decks`);
    await page.waitForSelector(".shelfnone");
    expect(await small(page)).toEqual([]);
    await page.click("[data-fresh]");
    await page.waitForSelector(".poollist .countrow");
    await page.selectOption("[data-faction]", "stark");
    for (const part of ["cards", "deck", "curves", "hand", "more"]) {
      await page.click(`#tab-${part}`);
      expect(await beside(page), part).toBeLessThanOrEqual(0);
      expect(await small(page), part).toEqual([]);
    }
    await page.click("#tab-cards");
    await page.locator(".poollist .more1").first().click();
    await page.click("#tab-deck");
    expect(await page.locator(".deckslots .countrow").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await saved(page);
    await page.reload();
    await page.waitForSelector(".countrow.in");
    await context.close();
  });

  it("and nothing of all this was an error in the page", () => expect(errors).toEqual([]));
});
