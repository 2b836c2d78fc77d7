// Clocks at the tables of both games: they count down, say when time is little, and end the game.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { opened, violations, visitor } from "./stage.ts";

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
    expect([...wide.errors, ...phone.errors]).toEqual([]);
    await wide.context.close();
    await phone.context.close();
  });
});
