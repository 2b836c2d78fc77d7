// What comes after a game: it is found in the list, walked through with other eyes, shared, and taken along with its proof.
import { execFileSync } from "node:child_process";

import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { sizes } from "./browser.mjs";
import { play } from "./person.ts";
import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor } from "./stage.ts";

let browser: Browser;
let server: Server;

describe.skipIf(program === null)("after a game", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("it is found, walked through by rounds and as a seat, shared to the moment, and proves its seed", async () => {
    const ann = await visitor(browser);
    await ann.page.goto(server.address);
    await ann.page.waitForSelector(".deck.on");
    await ann.page.click(".start");
    await ann.page.waitForSelector(".prompt");
    // The table says what it committed to before anything is known.
    await ann.page.click('button[aria-label="Table menu"]');
    await ann.page.click(".fairness summary");
    const commitment = (await ann.page.textContent("[data-commitment]")) ?? "";
    expect(commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(await ann.page.textContent(".fairness")).not.toContain("Salt");
    await ann.page.keyboard.press("Escape");
    await play(ann.page, { rounds: 2, seed: 3 });
    await ann.page.click('button[aria-label="Table menu"]');
    await ann.page.click("text=Concede the game");
    await ann.page.click("text=Yes, concede");
    await ann.page.waitForSelector(".endpanel");

    await ann.page.goto(`${server.address}/games`);
    await ann.page.waitForSelector("[data-state=over]");
    expect(await ann.page.textContent("[data-state=over] .how")).toBe("lost");
    expect(await violations(ann.page)).toEqual([]);
    await ann.page.fill("[name=opponent]", "nobody of that name");
    await ann.page.click("button:text-is('Find')");
    await ann.page.waitForSelector("text=No game fits.");
    await ann.page.fill("[name=opponent]", "stew");
    await ann.page.click("button:text-is('Find')");
    await ann.page.waitForSelector("[data-state=over]");
    await ann.page.click("a:text-is('Replay')");
    await ann.page.waitForSelector(".replaybar");

    // By rounds, with keys and with marks; the log is the whole of it at once.
    await ann.page.waitForSelector(".where:has-text('Setup')");
    await ann.page.keyboard.press("PageDown");
    await ann.page.waitForSelector(".where:has-text('Round 1, Plot')");
    await ann.page.keyboard.press("PageDown");
    await ann.page.waitForSelector(".where:has-text('Round 2, Plot')");
    await expect.poll(() => ann.page.evaluate(() => document.querySelectorAll(".log li:not(.headline)").length)).toBeGreaterThan(12);
    await ann.page.click(".mark[data-round='1']");
    await ann.page.waitForSelector(".where:has-text('Round 1, Plot')");
    const cards = () => ann.page.evaluate(() => document.querySelectorAll("[data-card]").length);
    await ann.page.click(".replaybar [aria-expanded]");
    await ann.page.selectOption("[data-jump]", { label: (await ann.page.locator("[data-jump] option", { hasText: "Round 1, Marshal" }).first().textContent()) ?? "" });
    await ann.page.waitForSelector(".where:has-text('Round 1, Marshal')");
    // With my eyes the other hand is backs again.
    const open = await cards();
    await ann.page.selectOption("[data-look]", "0");
    await ann.page.waitForURL(/step=\d+&as=0/);
    await expect.poll(cards).toBeLessThan(open);
    expect(await violations(ann.page)).toEqual([]);
    if (process.env.SHOTS) await ann.page.screenshot({ path: `${process.env.SHOTS}/replay-wishes.png` });
    await ann.page.click("[aria-label='Close']");
    for (const size of process.env.SHOTS ? (["desktop", "small", "phone"] as const) : []) {
      await ann.page.setViewportSize(sizes[size]);
      await ann.page.waitForTimeout(600);
      await ann.page.screenshot({ path: `${process.env.SHOTS}/replay-${size}.png` });
    }
    await ann.page.setViewportSize(sizes.desktop);

    const link = ann.page.url();
    const step = await ann.page.textContent(".where b");
    const there = await visitor(browser, "phone");
    await there.page.goto(link);
    await there.page.waitForSelector(".replaybar");
    await there.page.waitForSelector(`.where b:text-is('${step}')`);
    expect(await beside(there.page)).toBeLessThanOrEqual(0);
    await there.page.click(".replaybar [aria-expanded]");
    expect(await there.page.inputValue("[data-look]")).toBe("0");
    expect(await there.page.getAttribute("[data-copy]", "data-copy")).toBe(new URL(link).pathname + new URL(link).search);
    expect(await violations(there.page)).toEqual([]);
    await there.page.click(".fairness summary");
    expect(await there.page.textContent("[data-commitment]")).toBe(commitment);
    expect(await there.page.textContent(".fairness")).toContain("Salt");

    const [file] = await Promise.all([there.page.waitForEvent("download"), there.page.click("text=Download the replay")]);
    expect(execFileSync(program ?? "", ["replay", "verify", await file.path()], { encoding: "utf8" })).toContain(`committed to before the game: ${commitment}`);

    // The file is opened again by whoever has it: proved, and walked through. What is no such file is refused with a reason.
    await there.page.goto(`${server.address}/games`);
    await there.page.click("a:text-is('Open a replay file')");
    const download = await file.path();
    await there.page.setInputFiles("input[type=file]", download);
    await there.page.waitForSelector("[data-proof=good]");
    expect(await there.page.textContent("[data-proof=good]")).toContain(commitment);
    expect([await violations(there.page), await beside(there.page), (await smallTargets(there.page)).filter((target) => !/brand|Credits/.test(target))]).toEqual([[], 0, []]);
    if (process.env.SHOTS) await there.page.screenshot({ path: `${process.env.SHOTS}/file-phone.png` });
    await there.page.keyboard.press("Enter");
    await there.page.waitForSelector(".replaybar");
    await there.page.waitForURL(/\/replay\?step=0/);
    await there.page.keyboard.press("PageDown");
    await there.page.waitForSelector(".where:has-text('Round 1, Plot')");
    await there.page.click(".replaybar [aria-expanded]");
    await there.page.waitForSelector(".wishes [data-proof=good]");
    expect(await violations(there.page)).toEqual([]);
    const drop = (page: Page, text: string) =>
      page.evaluate((text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], "game.json", { type: "application/json" }));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
      }, text);
    await ann.page.goto(`${server.address}/replay`);
    await ann.page.waitForSelector("input[type=file]");
    await drop(ann.page, "three dragons");
    await ann.page.waitForSelector("[role=alert]:has-text('this is not a replay')");
    expect(await violations(ann.page)).toEqual([]);
    const said = execFileSync(program ?? "", ["engine"], { encoding: "utf8", input: '{"id":1,"op":"new","kind":"board","seed":1,"players":3}\n{"id":2,"op":"save","game":"g1","as":"replay"}\n' });
    const { replay } = (JSON.parse(said.split("\n")[1] ?? "") as { ok: { replay: object } }).ok;
    await drop(ann.page, JSON.stringify({ ...replay, end: null }));
    await ann.page.waitForSelector("[data-proof=unproved]");
    if (process.env.SHOTS) await ann.page.screenshot({ path: `${process.env.SHOTS}/file-desktop.png` });
    await ann.page.click("a:text-is('Step through the game')");
    await ann.page.waitForSelector(".replaybar");
    await ann.page.waitForSelector("[data-area]");
    if (process.env.SHOTS) await ann.page.screenshot({ path: `${process.env.SHOTS}/file-board.png` });
    expect([...ann.errors, ...there.errors]).toEqual([]);

    // On the phone the list spills nothing and everything can be touched.
    await ann.page.setViewportSize({ width: 390, height: 844 });
    await ann.page.goto(`${server.address}/games`);
    await ann.page.waitForSelector("[data-state=over]");
    expect(await beside(ann.page)).toBeLessThanOrEqual(0);
    expect((await smallTargets(ann.page)).filter((target) => !/brand|Credits/.test(target))).toEqual([]);
    // Against a bot: counted apart from games among people.
    await ann.page.goto(`${server.address}/stats`);
    await ann.page.waitForSelector("text=No such game is over yet.");
    await ann.page.goto(`${server.address}/stats?game=card+joust&whose=mine&with=bots`);
    await ann.page.waitForSelector("[data-table=sides] tbody tr");
    expect(await ann.page.textContent("[data-table=sides] tbody tr")).toContain("0 %");
    expect([await violations(ann.page), await beside(ann.page)]).toEqual([[], 0]);
    await ann.page.goto(`${server.address}/ranking`);
    await ann.page.waitForSelector("text=No rated game of this kind is over yet.");
    expect([await violations(ann.page), await beside(ann.page)]).toEqual([[], 0]);
    await ann.context.close();
    await there.context.close();
  });
});
