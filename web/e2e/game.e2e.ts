// Whole games by clicking, against the program's own server.
import { execFileSync } from "node:child_process";

import type { Browser, BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { askedOf, play } from "./person.ts";
import { program, type Server } from "./server.ts";
import { opened, violations, visitor as comes, type Size } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];

async function visitor(size: Size = "desktop"): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await comes(browser, size, errors);
  return { page, context };
}

async function start(page: Page, bot = "steward"): Promise<void> {
  await page.goto(server.address);
  await page.waitForSelector(".deck.on");
  await page.check(`input[name=bot][value=${bot}]`, { force: true });
  await page.click(".start");
  await page.waitForSelector(".prompt");
}

describe.skipIf(program === null)("at a real table", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("a person plays a whole joust against the bot by clicking", async () => {
    const { page, context } = await visitor();
    await start(page);
    const played = await play(page, { seed: 11 });
    expect(played.problems).toEqual([]);
    expect(played.rounds).toBeGreaterThan(1);
    expect(await page.textContent(".endpanel h2")).toMatch(/won|draw/i);
    // I am "You" in every line.
    const log = await page.evaluate(() => document.querySelector(".log")?.textContent ?? "");
    expect(log).toMatch(/You (?:draw|marshal|collect|reveal)\b/);
    expect(log).not.toMatch(/\bGuest\b|\bYou (?:draws|marshals|collects|reveals|wins|uses|pays|gains)\b|\{P\d\}/);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Download the replay")]);
    expect(execFileSync(program ?? "", ["replay", "verify", await file.path()], { encoding: "utf8" })).not.toBe("");
    expect(await violations(page)).toEqual([]);
    await page.click("text=Step through the game");
    await page.waitForSelector(".replaybar");
    for (let i = 0; i < 5; i += 1) await page.click('[aria-label="One step on"]');
    expect(await page.textContent(".replaybar .where")).toContain("Step 5");
    // A jump brings the whole log up to there, not only the steps that were looked at.
    await page.fill(".replaybar input", "60");
    await page.waitForFunction(() => document.querySelectorAll(".log li:not(.headline)").length > 30);
    expect(await page.textContent(".replaybar .where")).toContain("Step 60");
    await context.close();
  });

  it("a reload in the middle, and a restart of the server, bring the same seat back", async () => {
    const { page, context } = await visitor();
    await start(page);
    await play(page, { rounds: 2, seed: 5 });
    const hand = () => page.evaluate(() => [...document.querySelectorAll(".hand [data-card]")].map((node) => node.getAttribute("aria-label")?.split(",")[0]).sort().join("; "));
    const question = () => page.textContent(".prompt .q");
    const before = [await hand(), await question()];
    await page.reload();
    await page.waitForSelector(".prompt:not(.wait)");
    expect([await hand(), await question()]).toEqual(before);
    await server.restart();
    await page.waitForFunction(() => document.querySelector(".problem") === null, undefined, { timeout: 30_000 });
    expect([await hand(), await question()]).toEqual(before);
    await play(page, { rounds: 3, seed: 6 });
    await page.goto(server.address);
    await page.click(".resume .btn.main");
    await page.waitForSelector(".prompt");
    await context.close();
  });

  it("two people play each other by a link, each in an own browser", async () => {
    const one = await visitor();
    const two = await visitor("small");
    await one.page.goto(server.address);
    await one.page.waitForSelector(".deck.on");
    await one.page.fill("input.text", "Ada");
    // Windows hold passes back for the table's bluff time; with none the game goes as fast as both click.
    expect(await one.page.isChecked("input[name=bluff][value='2']")).toBe(true);
    await one.page.check("input[name=bluff][value='0']", { force: true });
    await one.page.click("text=Open the table");
    const link = await one.page.inputValue(".linkrow input");
    await two.page.goto(link);
    await two.page.fill("input.text", "Corwin");
    await two.page.click("text=Sit down");
    await two.page.waitForSelector(".prompt");
    await one.page.waitForSelector(".prompt");
    expect(await one.page.textContent(".seat h2")).toBe("Corwin");
    expect(await two.page.textContent(".seat h2")).toBe("Ada");
    // Up to the first plots: who has chosen may take it back while the other has not.
    const plots = "Choose a plot to reveal this round.";
    await Promise.all([one, two].map(({ page }, i) => play(page, { seed: 51 + i, peek: plots })));
    await one.page.click(".plotfan .card");
    await one.page.click("[data-main]");
    await one.page.click("text=Take it back");
    await one.page.waitForSelector(".plotfan .s-legal");
    const [a, b] = await Promise.all([play(one.page, { rounds: 3, seed: 21 }), play(two.page, { rounds: 3, seed: 22 })]);
    expect([...a.problems, ...b.problems]).toEqual([]);
    await one.page.click('button[aria-label="Table menu"]');
    await one.page.click("text=Concede the game");
    await one.page.click("text=Yes, concede");
    await two.page.waitForSelector(".endpanel");
    expect(await two.page.textContent(".endpanel h2")).toBe("You have won");
    expect(await two.page.textContent(".endpanel p")).toBe("Ada conceded.");
    expect(await two.page.textContent(".score [data-left=conceded]")).toBe("conceded");
    expect(await two.page.textContent(".score .winner")).not.toContain("conceded");
    expect(await one.page.textContent(".endpanel p")).toBe("You conceded.");
    await one.page.click("text=Play again");
    await two.page.click("text=To the new game");
    await two.page.waitForSelector(".prompt");
    await one.context.close();
    await two.context.close();
  });

  it("whoever sits down while the answer is slow sees the table all the same", async () => {
    const one = await visitor();
    const two = await visitor("small");
    await one.page.goto(server.address);
    await one.page.waitForSelector(".deck.on");
    await one.page.click("text=Open the table");
    const link = await one.page.inputValue(".linkrow input");
    // The socket tells of the game before the answer to sitting down is there.
    await two.page.route("**/join", async (route) => {
      const response = await route.fetch();
      await two.page.waitForSelector(".seat");
      await route.fulfill({ response });
    });
    await two.page.goto(link);
    await two.page.click("text=Sit down");
    await two.page.waitForSelector(".prompt");
    await one.context.close();
    await two.context.close();
  });

  it("a round is played by keyboard only", async () => {
    const { page, context } = await visitor();
    await start(page, "random");
    let asked = "";
    let stuckFor = 0;
    for (let i = 0; i < 600; i += 1) {
      const now = await page.evaluate(() => ({
        over: document.querySelector(".endpanel") !== null,
        round: Number(document.querySelector("h1")?.textContent?.match(/round (\d+)/)?.[1] ?? 0),
        wait: document.querySelector(".prompt:not(.wait)") === null,
        legal: document.querySelectorAll("[data-card].s-legal").length,
        main: document.querySelector("[data-main]:not([disabled])") !== null,
        pass: document.querySelector("[data-pass] kbd") !== null,
        menu: document.querySelector(".cardmenu") !== null,
        words: document.querySelectorAll(".prompt .acts .btn:not(.quiet, [disabled])").length,
        on: document.activeElement?.matches(".s-legal, .prompt .acts .btn:not(.quiet, [data-pass])") ?? false,
        doubt: document.querySelector("dialog[data-doubt]") !== null,
        inspect: document.querySelector(".inspect") !== null,
        question: document.querySelector(".prompt .q")?.textContent ?? "",
      }));
      if (now.over || now.round >= 2) break;
      const again = now.question === asked;
      asked = now.question;
      if (now.doubt) {
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
      } else if (now.wait) await page.waitForTimeout(30);
      else if (now.inspect) await page.keyboard.press("Escape");
      else if (now.menu) await page.keyboard.press("Enter");
      else if (now.main) await page.keyboard.press("d");
      else if (now.on) await page.keyboard.press("Enter");
      else if (now.legal > 0 && (!again || !now.pass)) await page.keyboard.press(i % 3 === 0 ? "ArrowRight" : "n");
      else if (now.pass) await page.keyboard.press("p");
      else if (now.words > 0 && !again) await page.keyboard.press("n");
      else if (now.words > 0) await page.keyboard.press("1");
      else if (again && ++stuckFor > 40) {
        throw new Error(`nothing can be pressed: ${now.question} ${await askedOf(page)}`);
      }
      await page.waitForTimeout(20);
    }
    const stuck = await page.evaluate(() => `${document.querySelector(".prompt .q")?.textContent} at ${document.activeElement?.outerHTML.slice(0, 200)} legal ${[...document.querySelectorAll("[data-card].s-legal")].map((n) => n.getAttribute("aria-label")).join("; ")}`);
    expect(await page.textContent("h1"), stuck).toMatch(/round [2-9]/);
    await context.close();
  });

  it("a phone plays two rounds by touch", async () => {
    const { page, context } = await visitor("phone");
    await start(page, "eager");
    const played = await play(page, { rounds: 3, seed: 31 });
    expect(played.problems).toEqual([]);
    await context.close();
  });

  it("every rule number on the table leads to its rule", async () => {
    const { page, context } = await visitor();
    await start(page);
    await play(page, { rounds: 2, seed: 41 });
    const ids = await page.evaluate(() => [...new Set([...document.querySelectorAll("a.rule")].map((node) => node.textContent ?? ""))]);
    expect(ids.length).toBeGreaterThan(5);
    await page.goto(`${server.address}/rules`);
    await page.waitForSelector(".rulelist article");
    const missing = await page.evaluate((wanted) => wanted.filter((id) => !document.getElementById(id)), ids);
    expect(missing).toEqual([]);
    await page.fill("input[type=search]", "stealth");
    await page.waitForFunction(() => document.querySelectorAll(".rulelist article").length < 60);
    expect(await violations(page)).toEqual([]);
    await page.goto(server.address);
    await page.waitForSelector(".deck.on");
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it("what is no table says so", async () => {
    const { page, context } = await visitor();
    await page.goto(`${server.address}/room/nowhere`);
    await page.waitForSelector("text=There is no such table.");
    await context.close();
  });

  it("and nothing of all this was an error in the page", () => expect(errors).toEqual([]));
});
