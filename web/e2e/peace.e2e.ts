// Peace at the tables: a line is reported, a person is not met again, an operator takes the line away and silences who said it.
import { execFileSync } from "node:child_process";

import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, say, smallTargets, together, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];
const FOUL = "your house stinks of fish";

const operator = (...words: string[]) => execFileSync(program ?? "", ["operator", ...words, "--database", server.database], { encoding: "utf8" });
/** What is wrong with how it looks. */
const wrong = async (page: Page) => [...(await violations(page)), ...(await smallTargets(page)).filter((target) => !/brand|Credits/.test(target)), ...((await beside(page)) > 0 ? ["beside the page"] : [])];

describe.skipIf(program === null)("peace at the tables", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("a line is reported and judged; the silenced one reads why and until when; a block hides and is taken back", async () => {
    const [host, guest, desk] = await Promise.all([visitor(browser, "desktop", errors), visitor(browser, "phone", errors), visitor(browser, "phone", errors)]);
    await together(server.address, host.page, guest.page);
    await host.page.click("[data-chat]");
    await say(host.page, FOUL);
    await say(host.page, "no offence");
    await guest.page.waitForSelector("[data-chat] b:text-is('2')");
    await guest.page.click("[data-chat]");

    // Reported, by keyboard, with a reason.
    await guest.page.focus(".said .do >> nth=0");
    await guest.page.keyboard.press("Enter");
    await guest.page.waitForSelector(".deeds");
    expect(await wrong(guest.page)).toEqual([]);
    await guest.page.fill(".deeds input", "insults");
    await guest.page.click("[data-report]");
    await guest.page.waitForSelector(".said .good:text('Reported')");

    // Nobody is an operator but by the command line.
    await desk.page.goto(`${server.address}/operator`);
    await desk.page.waitForSelector(".bad");
    const colours = await desk.page.$$eval("main .panel p", (lines) => lines.map((line) => getComputedStyle(line).color));
    expect(colours[0], "what went wrong is not written like the rest").not.toBe(colours[1]);
    await desk.page.click("main a[href='/account']");
    await desk.page.fill("input[autocomplete=username]", "Maester Luwin");
    await desk.page.fill("input[type=password]", "correct horse");
    await desk.page.click("text=Make the account");
    await desk.page.waitForSelector("h1:text('Maester Luwin')");
    expect(await desk.page.locator("a[href='/operator']").count()).toBe(0);
    expect(operator("grant", "Maester Luwin")).toContain("Maester Luwin");
    await desk.page.reload();
    await desk.page.click("a[href='/operator']");
    await desk.page.waitForSelector("[data-reported]");
    expect(await desk.page.textContent("[data-reported]")).toMatch(new RegExp(`${FOUL}.*insults`, "s"));
    expect(await wrong(desk.page)).toEqual([]);
    await desk.page.selectOption("[data-reported] select", "24");
    await desk.page.click("[data-remove]");
    await desk.page.waitForSelector(".good:text('is silent')");
    await desk.page.waitForSelector("[data-silent]");
    expect(await desk.page.locator("[data-reported]").count()).toBe(0);
    expect(await wrong(desk.page)).toEqual([]);

    // The line is gone for both; who said it cannot go on, and is told why and until when.
    await guest.page.waitForSelector(".said >> text=an operator took this line away");
    await say(host.page, "hello?");
    await host.page.waitForSelector("[data-silenced]");
    const told = (await host.page.textContent("[data-silenced]")) ?? "";
    expect(told).toContain(FOUL);
    // Until tomorrow at this time, as the browser writes days.
    expect(told).toContain(await host.page.evaluate(() => new Date(Date.now() + 86_400_000).toLocaleDateString(undefined, { dateStyle: "medium" })));
    expect(await host.page.locator(".chat form").count()).toBe(0);
    expect(await violations(host.page)).toEqual([]);
    expect(await guest.page.textContent(".said")).not.toContain("hello?");
    await host.page.goto(`${server.address}/account`);
    await host.page.waitForSelector(`[data-silenced]:has-text("${FOUL}")`);
    // Heard again before the time is over.
    await desk.page.click("[data-silent] button");
    await desk.page.waitForFunction(() => document.querySelector("[data-silent]") === null);
    await host.page.goBack();
    await host.page.click("[data-chat]");
    await host.page.waitForSelector(".chat form");
    await say(host.page, "sorry");
    await guest.page.waitForSelector(".said >> text=sorry");

    // Not met again: what was said is hidden, and the account's page takes it back.
    await guest.page.click(".said .line:has-text('no offence') .do");
    await guest.page.click("[data-block]");
    await guest.page.waitForFunction(() => !document.querySelector(".said")?.textContent?.includes("no offence"));
    await guest.page.goto(`${server.address}/account`);
    await guest.page.waitForSelector("#h-blocks");
    await guest.page.click("section:has(#h-blocks) button");
    await guest.page.waitForFunction(() => document.querySelector("#h-blocks") === null);
    await Promise.all([host.context.close(), guest.context.close(), desk.context.close()]);
    expect(errors).toEqual([]);
  });
});
