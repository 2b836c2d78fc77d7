// The card browser by a person: found by words and filters, walked by key, read, and tried at a table.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { program, type Server } from "./server.ts";
import { beside, opened, smallTargets, violations, visitor as comes, type Size } from "./stage.ts";

let browser: Browser;
let server: Server;
const errors: string[] = [];

async function visitor(size: Size, path: string): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await comes(browser, size, errors);
  await page.goto(server.address + path);
  return { page, context };
}

const names = (page: Page) => page.$$eval(".cardgrid .shelf", (nodes) => nodes.map((node) => node.getAttribute("aria-label")?.split(":")[0] ?? ""));
const codes = (page: Page) => page.$$eval(".cardgrid .shelf", (nodes) => nodes.map((node) => (node as HTMLElement).dataset.code ?? ""));
const count = async (page: Page) => Number((await page.textContent(".count"))?.match(/^\d+/)?.[0] ?? 0);

describe.skipIf(program === null)("the card browser", () => {
  opened((b, s) => ([browser, server] = [b, s]));

  it("finds cards by words and filters, and the address keeps them", async () => {
    const { page, context } = await visitor("desktop", "/");
    await page.click("text=Look through the cards");
    await page.waitForSelector(".cardgrid .shelf");
    expect(await count(page)).toBeGreaterThan(200);
    expect(await violations(page)).toEqual([]);
    await page.fill(".cardshead input", "robb");
    await page.waitForFunction(() => location.search === "?q=robb");
    expect(await names(page)).toContain("Robb Stark");
    await page.fill(".cardshead input", "t:character o<4");
    await page.click(".pickchip.stark");
    await page.click('.pickchip[aria-label="Intrigue"]');
    await page.waitForFunction(() => location.search.includes("faction=stark") && location.search.includes("icon=intrigue") && location.search.includes("q=t"));
    const found = await codes(page);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBe(await count(page));
    const facts = await page.evaluate(async () => (await (await fetch("/api/cards")).json()) as { code: string; faction: string; type: string; cost: number; icons: { intrigue: boolean } }[]);
    for (const code of found) expect(facts.find((f) => f.code === code)).toMatchObject({ faction: "stark", type: "character", icons: { intrigue: true } });
    expect(found.length).toBe(facts.filter((f) => f.faction === "stark" && f.type === "character" && f.icons.intrigue && f.cost < 4).length);
    // The same address shows the same.
    await page.reload();
    await page.waitForSelector(".cardgrid .shelf");
    expect(await codes(page)).toEqual(found);
    expect(await page.getAttribute(".pickchip.stark", "aria-pressed")).toBe("true");
    await page.click("text=Clear all");
    await page.waitForFunction(() => !location.search.includes("faction"));
    await context.close();
  });

  it("is walked by key, and a card opens beside the list with its rules and decks", async () => {
    const { page, context } = await visitor("desktop", "/cards?faction=stark");
    await page.waitForSelector(".cardgrid .shelf");
    await page.focus(".cardgrid .shelf");
    const focus = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.code ?? null);
    const all = await codes(page);
    await page.keyboard.press("ArrowRight");
    expect(await focus()).toBe(all[1]);
    await page.keyboard.press("ArrowDown");
    const below = await focus();
    expect(all.indexOf(below ?? "")).toBeGreaterThan(2);
    await page.keyboard.press("ArrowUp");
    expect(await focus()).toBe(all[1]);
    await page.goto(`${server.address}/cards?q=arya+stark`);
    await page.waitForSelector(".cardgrid .shelf");
    await page.focus(".cardgrid .shelf[data-code='01141']");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.pathname === "/cards/01141" && location.search === "?q=arya+stark");
    await page.waitForSelector(".cardpage .rulerefs a[href='/rules#RR.glossary.stealth']");
    expect(await page.textContent(".factlist")).toContain("Core Set");
    expect(await page.textContent(".deckrefs")).toContain("The Old Ways (Core)");
    expect(await page.isVisible(".cardgrid")).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => location.pathname === "/cards" && document.querySelector(".cardpage") === null);
    expect(await focus()).toBe("01141");
    await page.goto(`${server.address}/cards/01141`);
    await page.click(".rulerefs a[href='/rules#RR.glossary.stealth']");
    await page.waitForSelector("article.target");
    await context.close();
  });

  it("says which cards nobody can play yet", async () => {
    const { page, context } = await visitor("desktop", "/cards");
    const missing = await page.evaluate(async () => ((await (await fetch("/api/pool")).json()) as { missing: { code: string; name: string }[] }).missing);
    const last = missing.at(-1);
    expect(last).toBeDefined();
    await page.fill(".cardshead input", last?.name ?? "");
    await page.waitForSelector(`.missing a[href^="/cards/${last?.code}"]`);
    expect(await page.textContent(".missing")).toContain("not implemented yet");
    await page.click(`.missing a[href^="/cards/${last?.code}"]`);
    await page.waitForSelector(".cardpage h2");
    expect(await page.textContent(".carddetail")).toContain("no game can be played with its rules yet");
    expect(await page.locator(".trial").count()).toBe(0);
    await page.goto(`${server.address}/cards/99999`);
    await page.waitForSelector(".carddetail [role=alert]");
    await context.close();
  });

  it("sets a table at which the card can be played at once: a character, a plot, an agenda", async () => {
    const { page, context } = await visitor("desktop", "/cards/01146");
    await page.click(".trial .btn.main");
    await page.waitForSelector('[data-row] [data-card].s-legal[aria-label^="Robb Stark"], [data-card].s-legal[aria-label^="Robb Stark"]');
    // From the table back to a card's page.
    await page.keyboard.press("Escape");
    await page.locator('[data-card][aria-label^="Robb Stark"]').first().focus();
    await page.keyboard.press("i");
    const link = await page.waitForSelector('.inspect a[href="/cards/01146"]');
    const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
    await opened.waitForSelector(".cardpage");
    await opened.close();
    await page.goto(`${server.address}/cards/01013`);
    await page.click(".trial .btn.main");
    await page.waitForSelector('.plotfan .s-legal[aria-label*="Heads on Spikes"]');
    await page.goto(`${server.address}/cards/01199`);
    await page.click(".trial >> text=As a position");
    await page.waitForSelector(".posstatus.good");
    expect(await page.inputValue(".posedit textarea")).toContain("agenda: 01199");
    // A title belongs to a melee: there is nothing to be tried.
    await page.goto(`${server.address}/cards/01206`);
    await page.waitForSelector(".cardpage");
    expect(await page.locator(".trial").count()).toBe(0);
    await context.close();
  });

  it("fits a phone: two cards beside each other, filters folded, one card alone, and back to where it was", async () => {
    const { page, context } = await visitor("phone", "/cards?t=1");
    await page.waitForSelector(".cardgrid .shelf");
    expect(await beside(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    expect(await page.isVisible(".filters")).toBe(false);
    await page.tap(".onlysmall");
    expect(await page.isVisible(".filters")).toBe(true);
    expect((await smallTargets(page)).filter((target) => !/brand|Credits/.test(target))).toEqual([]);
    await page.tap(".pickchip.tyrell");
    await page.waitForFunction(() => location.search.includes("tyrell"));
    await page.tap(".onlysmall");
    const far = page.locator(".shelf").nth(12);
    await far.scrollIntoViewIfNeeded();
    const [at, code] = [await page.evaluate(() => scrollY), await far.getAttribute("data-code")];
    expect(at).toBeGreaterThan(400);
    await far.tap();
    await page.waitForSelector(".cardpage");
    expect(await page.isVisible(".cardgrid")).toBe(false);
    expect(await beside(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.tap(".backto");
    await page.waitForFunction((old) => Math.abs(scrollY - old) < 60, at);
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.code)).toBe(code);
    await context.close();
  });

  it("draws the whole pool in good time", async () => {
    const { page, context } = await visitor("desktop", "/cards");
    await page.waitForSelector(".cardgrid .shelf");
    const took = await page.evaluate(async () => {
      const input = document.querySelector<HTMLInputElement>(".cardshead input");
      if (!input) return Infinity;
      const start = performance.now();
      for (const q of ["a", "ar", "t:event", ""]) {
        input.value = q;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
      return (performance.now() - start) / 4;
    });
    expect(took).toBeLessThan(1000);
    const all = await count(page);
    for (let n = 0; n < 40 && (await codes(page)).length < all; n += 1) {
      await page.evaluate(() => document.querySelector(".more")?.scrollIntoView());
      await page.waitForTimeout(60);
    }
    expect((await codes(page)).length).toBe(all);
    await context.close();
  });

  it("and nothing of all this was an error in the page", () => expect(errors).toEqual([]));
});
