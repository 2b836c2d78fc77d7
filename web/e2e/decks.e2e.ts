// A deck of one's own, and cards that are not implemented: named, agreed to by everybody, played blank.
import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];

/** A deck of whatever the pool has for a house, with a character that is not implemented. */
async function deck(): Promise<{ text: string; name: string; code: string }> {
  const get = async (path: string) => (await (await fetch(server.address + path)).json()) as never;
  const cards: { code: string; name: string; type: string; faction: string; deckLimit: number }[] = await get("/api/cards");
  const { missing } = (await get("/api/pool")) as { missing: { code: string; name: string; type: string; faction: string }[] };
  const of = (faction: string) => cards.filter((c) => c.faction === faction && ["character", "location", "attachment", "event"].includes(c.type) && c.deckLimit === 3).slice(0, 20);
  const unwritten = missing.filter((c) => c.type === "character" && c.faction === "baratheon" && !cards.some((known) => known.name === c.name)).at(-1);
  if (!unwritten) throw new Error("every card is implemented");
  const plots = cards.filter((c) => c.type === "plot" && c.faction === "neutral").slice(0, 7);
  const lines = [...plots.map((c) => `1 ${c.code}`), ...of("baratheon").map((c) => `3 ${c.code}`), `3 ${unwritten.code}`];
  return { text: `House Baratheon\n${lines.join("\n")}\n`, name: unwritten.name, code: unwritten.code };
}

describe.skipIf(program === null)("a deck of one's own", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("names what is wrong with it, and what would be played blank; agreed to by both, the game begins", async () => {
    const { text, name, code } = await deck();
    const host = await visitor(browser, "desktop", errors);
    await host.page.goto(server.address);
    await host.page.waitForSelector(".deck.on");
    await host.page.click(".owntile");
    expect(await host.page.isDisabled(".play .start")).toBe(true);
    await host.page.fill(".owndeck textarea", `${text}2x Nobody At All\n`);
    await host.page.waitForSelector(".owndeck .bad >> text=Nobody At All");
    expect(await host.page.isDisabled(".play .start")).toBe(true);
    await host.page.fill(".owndeck textarea", text);
    await host.page.waitForSelector(`.blankcards a[href="/cards/${code}"]`);
    expect(await host.page.textContent(".blankcards")).toContain(name);
    expect(await host.page.isDisabled(".play .start")).toBe(true);
    expect(await violations(host.page)).toEqual([]);
    await host.page.check(".blankcards input");
    await host.page.waitForFunction(() => !document.querySelector<HTMLButtonElement>(".play .start")?.disabled);
    expect(await host.page.isChecked(".friends .tick input")).toBe(true);
    await host.page.click(".friends .btn.big");
    await host.page.waitForSelector(".waitpanel");
    const guest = await visitor(browser, "phone", errors);
    await guest.page.goto(host.page.url());
    await guest.page.waitForSelector(`.blankcards a[href="/cards/${code}"]`);
    expect(await guest.page.isDisabled(".start")).toBe(true);
    expect(await violations(guest.page)).toEqual([]);
    expect(await beside(guest.page)).toBeLessThanOrEqual(0);
    await guest.page.check(".blankcards input");
    await guest.page.click(".start");
    await Promise.all([host.page.waitForSelector(".prompt"), guest.page.waitForSelector(".prompt")]);
    await Promise.all([host.context.close(), guest.context.close()]);
  });

  it("without such cards nobody is asked, and against the bot it is played at once", async () => {
    const { text, code } = await deck();
    const { page, context } = await visitor(browser, "small", errors);
    await page.goto(server.address);
    await page.waitForSelector(".deck.on");
    await page.click(".owntile");
    const known = text.replace(`3 ${code}\n`, "");
    await page.fill(".owndeck textarea", known);
    await page.waitForSelector(".deckis");
    expect(await page.locator(".blankcards").count()).toBe(0);
    await page.click(".play .start");
    await page.waitForSelector(".prompt");
    await context.close();
  });

  it("and nothing of all this was an error in the page", () => expect(errors).toEqual([]));
});
