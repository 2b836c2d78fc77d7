// Pictures of each kind of question in whole games, for the eye: `TOUR=folder MAESTER_BIN=… npx vitest run --config vitest.e2e.config.ts e2e/tour`.
import { mkdirSync } from "node:fs";

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { launch, sizes } from "./browser.mjs";
import { play } from "./person.ts";
import { program, serve, type Server } from "./server.ts";

const folder = process.env.TOUR;
const seeds: Record<string, number> = { desktop: 101, small: 202, phone: 303 };

describe.skipIf(program === null || folder === undefined)("a tour", () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    mkdirSync(folder ?? "", { recursive: true });
    server = await serve();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it.each((process.env.SIZES?.split(",") ?? Object.keys(sizes)) as (keyof typeof sizes)[])("of a game on a %s screen", async (size) => {
    const context = await browser.newContext({ viewport: sizes[size], reducedMotion: "reduce", hasTouch: size === "phone" });
    const page = await context.newPage();
    await page.goto(server.address);
    await page.waitForSelector(".deck.on");
    const deck = Number(process.env.DECK ?? 0);
    await page.locator(".deck").nth(deck).click();
    await page.check("input[name=bot][value=steward]", { force: true });
    await page.click(".start");
    await page.waitForSelector(".prompt");
    const taken = new Map<string, number>();
    const played = await play(page, {
      seed: Number(process.env.SEED ?? seeds[size]),
      before: async ({ topic, round, draft }) => {
        const key = `${topic}${draft ? "-draft" : ""}`;
        const n = taken.get(key) ?? 0;
        if (topic === "" || n >= 2 || (n === 1 && round < 3)) return;
        taken.set(key, n + 1);
        await page.screenshot({ path: `${folder}/${size}-${key}-${n}.png` });
      },
    });
    await page.screenshot({ path: `${folder}/${size}-over.png` });
    console.log(size, played.rounds, played.clicks, [...played.asked].map(([q, n]) => `${n} ${q}`).join("\n"));
    expect(played.problems).toEqual([]);
    await context.close();
  });
});
