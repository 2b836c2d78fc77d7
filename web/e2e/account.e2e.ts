// An account by a person: made by a guest who sits at a table, used in another browser, ended there, deleted.
import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor, type Size } from "./stage.ts";

let browser: Browser;
let server: Server;

describe.skipIf(program === null)("an account", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("takes the guest's seat along, opens it in another browser, and ends there", async () => {
    const ann = await visitor(browser);
    await ann.page.goto(server.address);
    await ann.page.click(".start");
    await ann.page.waitForURL(/\/room\//);
    const table = new URL(ann.page.url()).pathname;
    await ann.page.goto(`${server.address}/account`);
    await ann.page.waitForSelector(".rooms a");
    expect(await violations(ann.page)).toEqual([]);
    await ann.page.fill("input[autocomplete=username]", "Ann of Tarth");
    await ann.page.fill("input[type=password]", "correct horse");
    await ann.page.click("text=Make the account");
    await ann.page.waitForSelector("h1:text('Ann of Tarth')");
    expect(await ann.page.getAttribute(".rooms a", "href")).toBe(table);
    expect(await violations(ann.page)).toEqual([]);

    const there = await visitor(browser, "phone");
    await there.page.goto(`${server.address}/account`);
    await there.page.click("text=I have one");
    await there.page.fill("input[autocomplete=username]", "ann of tarth");
    await there.page.fill("input[type=password]", "wrong horse");
    await there.page.click("button:text('Log in')");
    await there.page.waitForSelector(".bad:text('not the password')");
    await there.page.fill("input[type=password]", "correct horse");
    await there.page.click("button:text('Log in')");
    await there.page.waitForSelector("h1:text('Ann of Tarth')");
    expect(await beside(there.page)).toBeLessThanOrEqual(0);
    await there.page.click(".rooms a");
    await there.page.waitForSelector(".prompt");

    await ann.page.reload();
    await ann.page.waitForSelector(".sessions li >> nth=1");
    await ann.page.click("button:text-is('End')");
    await ann.page.waitForSelector(".good");
    // At its table the other browser looks on from then on, and is told why.
    await there.page.waitForSelector("[data-logged-out]");
    expect(await there.page.locator("[data-card][data-code]").count()).toBe(0);
    expect([await violations(there.page), await beside(there.page)]).toEqual([[], 0]);
    await there.page.click("[data-logged-out] a");
    await there.page.waitForSelector("text=New account");

    await ann.page.click("text=Delete the account");
    await ann.page.fill("form:has(.danger) input[type=password]", "correct horse");
    await ann.page.click("button.danger");
    await ann.page.waitForSelector("text=New account");
    expect([...ann.errors, ...there.errors]).toEqual([]);
    await ann.context.close();
    await there.context.close();
  });

  it.each<Size>(["desktop", "small", "phone"])("%s: nothing spilled, nothing too small to touch", async (size) => {
    const { page, context, errors } = await visitor(browser, size);
    await page.goto(`${server.address}/account`);
    await page.waitForSelector("text=Make the account");
    expect(await beside(page)).toBeLessThanOrEqual(0);
    expect((await smallTargets(page)).filter((target) => !/brand|Credits/.test(target))).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
