// A table whose rules this program does not have: why it stands still, its file, its last position, and the way on.
import { readFileSync, writeFileSync } from "node:fs";

import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;

/**
 * The database as a program with other rules would have written it, whose snapshots nobody reads: texts of the same length, so that the
 * file stays a database.
 */
function ofAnotherProgram(database: string): void {
  const kept = readFileSync(database, "latin1");
  const other = kept.replaceAll('"rules":"maester', '"rules":"another').replaceAll('"form":"maester position 1"', '"form":"maester position 9"');
  if (other === kept) throw new Error("nothing in this database names its rules");
  writeFileSync(database, other, "latin1");
}

describe.skipIf(program === null)("a table of another program", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("is shown as paused, gives its file and its position to who sat there, and is found in the list", async () => {
    const [ann, cat] = await Promise.all([visitor(browser), visitor(browser, "phone")]);
    await ann.page.goto(server.address);
    await ann.page.waitForSelector(".deck.on");
    await ann.page.click(".start");
    await ann.page.waitForSelector(".prompt");
    const table = ann.page.url();
    await server.restart(ofAnotherProgram);

    await ann.page.goto(table);
    await ann.page.waitForSelector("[data-stopped]");
    expect(await ann.page.textContent("[data-stopped]")).toMatch(/played under another .*this program plays maester /);
    expect([await violations(ann.page), await beside(ann.page)]).toEqual([[], 0]);
    const [file] = await Promise.all([ann.page.waitForEvent("download"), ann.page.click("[data-stopped] a[download]")]);
    const told = JSON.parse(readFileSync(await file.path(), "utf8")) as { format: string; entries: unknown[] };
    expect([told.format, told.entries.length > 1]).toEqual(["maester-room", true]);
    await ann.page.click("[data-position]");
    await ann.page.waitForURL(/\/position$/);
    await ann.page.waitForSelector("[data-card]");
    expect(await ann.page.locator(".posstatus.bad").count()).toBe(0);
    await ann.page.goBack();
    await ann.page.click("[data-stopped] a[href='/games']");
    await ann.page.waitForSelector("[data-state=paused]");

    // Who never sat there reads why, and no more.
    await cat.page.goto(table);
    await cat.page.waitForSelector("[data-stopped]");
    expect(await cat.page.locator("[data-stopped] [download], [data-position]").count()).toBe(0);
    expect([await violations(cat.page), (await smallTargets(cat.page)).filter((target) => !/brand|Credits/.test(target)), await beside(cat.page)]).toEqual([[], [], 0]);
    expect([...ann.errors, ...cat.errors]).toEqual([]);
    await Promise.all([ann.context.close(), cat.context.close()]);
  });
});
