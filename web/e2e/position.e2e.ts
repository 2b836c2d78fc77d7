// The open position by a person: a fault at its line, mended, played from; and from a finished game back to its text.
import { execFileSync } from "node:child_process";

import type { Browser, BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { play } from "./person.ts";
import { program, type Server } from "./server.ts";
import { beside, opened, violations, visitor as comes, type Size } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];

async function visitor(size: Size, path: string): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await comes(browser, size, errors);
  await page.goto(server.address + path);
  return { page, context };
}

const text = (page: Page) => page.inputValue(".posedit textarea");
const good = (page: Page) => page.waitForSelector(".posstatus.good");

describe.skipIf(program === null)("the open position", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("shows a fault at its line, and when it is mended a game goes on from there", async () => {
    const { page, context } = await visitor("desktop", "/");
    await page.click("text=Set up a table");
    await good(page);
    await page.waitForSelector("[data-card] >> text=Robb Stark");
    expect(await violations(page)).toEqual([]);
    const puzzle = await text(page);
    const line = puzzle.split("\n").findIndex((row) => row.includes("gold: 2")) + 1;
    await page.fill(".posedit textarea", puzzle.replace("gold: 2", "gold: two"));
    await page.waitForSelector(".poserrors li");
    expect(await page.textContent(".poserrors li")).toContain(`Line ${line}`);
    expect(await page.textContent(".gutter .wrong")).toContain(String(line));
    expect(await page.textContent(".lens b")).toContain("two");
    expect(await page.getAttribute(".posedit textarea", "aria-invalid")).toBe("true");
    expect(await page.isDisabled(".posplay .btn.main")).toBe(true);
    // The picture stays as it was.
    await page.waitForSelector("[data-card] >> text=Robb Stark");
    expect(await violations(page)).toEqual([]);
    // By keyboard: from the error to its line, which is written anew.
    await page.focus(".poserrors button");
    await page.keyboard.press("Enter");
    await page.keyboard.type("  gold: 3");
    await good(page);
    expect(await text(page)).toBe(puzzle.replace("gold: 2", "gold: 3"));
    await page.waitForFunction(() => document.querySelector(".seat.turn .purse")?.textContent?.includes("3"));
    // In its usual form it says the same, and undo takes that back.
    await page.click("text=Usual form");
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>(".posedit textarea")?.value.includes("# Robb Stark, Milk of the Poppy, Robb Stark"));
    await page.keyboard.press("Control+z");
    expect(await text(page)).toBe(puzzle.replace("gold: 2", "gold: 3"));
    await good(page);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Download")]);
    expect(file.suggestedFilename()).toBe("position.txt");

    await page.click(".posplay .btn.main");
    await page.waitForSelector(".prompt:not(.wait)");
    expect(await page.textContent("h1")).toContain("round 3");
    const before = await page.textContent(".prompt .q");
    // One pick: the first card that glows, or what the bar offers.
    await page.click(".row [data-card].s-legal, .prompt .acts .btn:not([disabled])");
    await page.waitForFunction((old) => document.querySelector(".row .s-selected") !== null || document.querySelector(".prompt .q")?.textContent !== old, before);
    // While the game runs nobody gets its text.
    await page.click('button[aria-label="Table menu"]');
    expect(await page.locator("text=Position as text").count()).toBe(0);
    await page.click("text=Concede the game");
    await page.click("text=Yes, concede");
    await page.click(".endpanel >> text=Step through the game");
    await page.waitForSelector(".replaybar");
    await page.click("text=Position as text");
    await good(page);
    expect(await text(page)).toMatch(/^# From a game, after step 0 of \d+\.\nmaester position 1\n[^]*gold: 3/);
    await context.close();
  });

  it("is played alone from every seat, and gives its text at any time", async () => {
    const { page, context } = await visitor("desktop", "/position");
    await good(page);
    await page.click("text=Empty table");
    await page.waitForFunction(() => document.querySelector(".posbar")?.textContent?.includes("Choose a plot"));
    await page.check("input[name=posopponent][value=self]", { force: true });
    await page.click(".posplay .btn.main");
    for (const turn of [0, 1]) {
      await page.waitForFunction((n) => document.querySelectorAll(".plotfan .s-legal").length > 0 && document.querySelector(".seat h2")?.textContent === `P${2 - n}`, turn);
      await page.click(".plotfan .card.s-legal");
      await page.click("[data-main]");
    }
    await page.waitForFunction(() => document.querySelector(".plotfan") === null);
    await page.click('button[aria-label="Table menu"]');
    await page.click("text=Position as text");
    await good(page);
    expect(await text(page)).toMatch(/# From a game, after step \d+ of \d+\.\nmaester position 1\n[^]*round 1/);
    await context.close();
  });

  it("is played to its end; its replay verifies, and its last moment with a text can be had", async () => {
    const { page, context } = await visitor("desktop", "/position");
    await good(page);
    await page.click(".posplay .btn.main");
    await page.waitForSelector(".prompt");
    const played = await play(page, { seed: 3 });
    expect(played.problems).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Download the replay")]);
    expect(execFileSync(program ?? "", ["replay", "verify", await file.path()], { encoding: "utf8" })).toMatch(/^good: /);
    await page.click("text=Look at the table");
    await page.click('button[aria-label="Table menu"]');
    await page.click("text=Position as text");
    await good(page);
    expect(await text(page)).toMatch(/^# From a game, after step [1-9]\d* of \d+\.\nmaester position 1/);
    await context.close();
  });

  it("fits a phone: text, table, and nothing beside the page", async () => {
    const { page, context } = await visitor("phone", "/position");
    await good(page);
    expect(await violations(page)).toEqual([]);
    expect(await beside(page)).toBeLessThanOrEqual(0);
    const low = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".pospage :is(.btn, .seg label)")].filter((node) => node.getBoundingClientRect().height < 43.5).map((node) => node.textContent));
    expect(low).toEqual([]);
    await page.tap("text=See the table");
    await page.waitForSelector(".ph [data-card]");
    expect(await violations(page)).toEqual([]);
    await page.tap("text=Back to the text");
    expect(await text(page)).toContain("maester position 1");
    await context.close();
  });

  it("and nothing of all this was an error in the page", () => expect(errors).toEqual([]));
});
