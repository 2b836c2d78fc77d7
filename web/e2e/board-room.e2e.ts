// Rooms of the board game in a real browser: who joins, what is said in private, the way back to a table, the rules behind the log.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { launch } from "./browser.mjs";
import { program, serve, type Server } from "./server.ts";
import { violations, visitor } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

describe.skipIf(program === null)("a room of the board game", () => {
  let server: Server;
  beforeAll(async () => {
    server = await serve();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it("offers the free houses, carries private words to two alone, and is found again", async () => {
    const [ilse, mara, tom, guest] = await Promise.all([visitor(browser), visitor(browser), visitor(browser), visitor(browser)]);
    await ilse.page.goto(server.address);
    await ilse.page.check("input[name=board-players][value='3']", { force: true });
    await ilse.page.check("input[name=board-friends][value='2']", { force: true });
    await ilse.page.check("input[name=board-house][value=stark]", { force: true });
    await ilse.page.click("[data-board]");
    await ilse.page.waitForURL(/\/room\//);
    const link = ilse.page.url();
    await mara.page.goto(link);
    await mara.page.waitForSelector("input[name=house]", { state: "attached" });
    const offered = () => mara.page.$$eval("input[name=house]", (inputs) => inputs.map((input) => (input as HTMLInputElement).value).sort());
    expect(await offered()).toEqual(["baratheon", "lannister", "random"]);
    await mara.page.check("input[name=house][value=baratheon]", { force: true });
    await mara.page.fill("input.text", "Mara");
    await mara.page.click("button.start");
    await tom.page.goto(link);
    await tom.page.fill("input.text", "Tom");
    await tom.page.click("button.start");
    for (const { page } of [ilse, mara, tom]) await page.waitForSelector("[data-topic=orders]");
    await guest.page.goto(link);
    await guest.page.waitForSelector(".boardsvg");

    await ilse.page.click("[data-chat]");
    await ilse.page.selectOption(".chat select", { label: "To Baratheon alone" });
    await ilse.page.fill(".chat input", "leave me the north");
    expect(await violations(ilse.page)).toEqual([]);
    await ilse.page.keyboard.press("Enter");
    await mara.page.waitForSelector("[data-chat] b");
    expect(await mara.page.getAttribute("[data-chat]", "aria-label")).toContain("1 new");
    await mara.page.click("[data-chat]");
    expect(await mara.page.textContent(".said .private")).toContain("leave me the north");
    await mara.page.fill(".chat input", "hear all");
    await mara.page.keyboard.press("Enter");
    await tom.page.waitForSelector("[data-chat] b");
    await tom.page.click("[data-chat]");
    await guest.page.click("[data-chat]");
    for (const { page } of [tom, guest]) {
      await page.waitForSelector(".said .line");
      expect(await page.textContent(".said")).toContain("hear all");
      expect(await page.textContent(".said")).not.toContain("north");
    }
    expect(await guest.page.locator(".chat form").count()).toBe(0);

    // A click on a rule opens it beside the table, and it has its words.
    await tom.page.keyboard.press("Escape");
    await tom.page.click(".bprompt a.rule");
    await tom.page.waitForSelector(".ruleside .ruletext p");

    await ilse.page.goto(server.address);
    expect(await ilse.page.textContent(".resume")).toMatch(/The board game with .*Baratheon.*Round 1/);
    await ilse.page.click(".resume a.main");
    await ilse.page.waitForSelector("[data-topic=orders]");
    await ilse.page.goto(`${server.address}/rules#BG.plan.every-area`);
    await ilse.page.waitForFunction(() => document.getElementById("BG.plan.every-area")?.textContent?.includes("face down"));
    for (const { context, errors } of [ilse, mara, tom, guest]) {
      expect(errors).toEqual([]);
      await context.close();
    }
  });
});
