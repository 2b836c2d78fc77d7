// The board game in a real browser: every kind of question from fixtures at three sizes, whole rounds against bots by clicking and by
// keys, and a table of three people.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import { playBoard } from "./board-person.ts";
import { launch, sizes } from "./browser.mjs";
import { program, serve, type Server } from "./server.ts";
import { beside, violations, visitor, type Size } from "./stage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

async function scene(name: string, size: Size, work: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, errors } = await visitor(browser, size);
  try {
    await page.goto(new URL(`/dev/fixture/board-${name}`, inject("fixtures")).href);
    await page.waitForSelector(".boardsvg");
    await work(page);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
}

/** Text under 12 px, in the page and on the map as it is zoomed. */
const smallText = (page: Page) =>
  page.evaluate(() => {
    const svg = document.querySelector<SVGSVGElement>(".boardsvg");
    const zoom = svg ? svg.clientWidth / svg.viewBox.baseVal.width : 1;
    return [...document.querySelectorAll(".bt *, .endpanel *")].flatMap((node) => {
      const text = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE).map((child) => child.textContent?.trim()).join("");
      if (!text || node.getClientRects().length === 0 || node.closest(".sr, title")) return [];
      const own = parseFloat(getComputedStyle(node).fontSize);
      const size = node.classList.contains("land-name") || node.classList.contains("sea-name") ? own * zoom : own;
      return size < 11.95 ? [`${text} ${size}`] : [];
    });
  });

const every = ["orders", "orders-3", "raven", "raven_card", "raid", "march", "consolidate", "muster", "bid", "ties", "westeros", "wildling_option", "highest", "lowest", "destroy", "reconcile", "discard_card", "track", "support", "refuse", "house_card", "cancel", "another_card", "blade", "remove_order", "retreat", "ships", "orders-wait", "end"];

describe.each(Object.keys(sizes) as Size[])("the board on a %s screen", (size) => {
  it.each(size === "small" ? ["orders", "march", "house_card", "lowest"] : every)("%s: nothing axe objects to, no small text, nothing beside the page, every pick a button", async (name) => {
    await scene(name, size, async (page) => {
      expect(await violations(page)).toEqual([]);
      expect(await smallText(page)).toEqual([]);
      expect(await beside(page)).toBeLessThanOrEqual(0);
      const unreachable = await page.evaluate(() => {
        const table = (globalThis as unknown as { maesterBoard: { topic: string | null; legal: { label: string }[] } }).maesterBoard;
        const buttons = document.querySelectorAll(".bask :is(.bpick, .hc.legal, .bslot, .b-slot, [data-order], .bbid button)").length;
        return table.legal.length > 0 && (table.topic === "bid" || table.topic === "orders" ? buttons === 0 : buttons < table.legal.length) ? [`${table.topic}: ${buttons} buttons for ${table.legal.length}`] : [];
      });
      expect(unreachable).toEqual([]);
    });
  });
});

describe("the map", () => {
  it("is walked by arrow keys, zooms by keys and wheel, and is dragged without picking", async () => {
    await scene("march", "desktop", async (page) => {
      await page.focus("#area-kings-landing");
      await page.keyboard.press("ArrowUp");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("area-crackclaw-point");
      const width = () => page.evaluate(() => document.querySelector<SVGSVGElement>(".boardsvg")?.viewBox.baseVal.width ?? 0);
      const whole = await width();
      await page.keyboard.press("+");
      expect(await width()).toBeLessThan(whole * 0.9);
      await page.keyboard.press("0");
      expect(Math.abs((await width()) - whole)).toBeLessThan(1);
      await page.hover("#area-kings-landing");
      await page.mouse.wheel(0, -400);
      await page.waitForFunction((was) => (document.querySelector<SVGSVGElement>(".boardsvg")?.viewBox.baseVal.width ?? 0) < was * 0.95, whole);
      const before = await page.textContent(".bprompt .b-q");
      await page.mouse.down();
      await page.mouse.move(900, 500, { steps: 6 });
      await page.mouse.up();
      expect(await page.textContent(".bprompt .b-q")).toBe(before);
    });
  });

  it("a march is picked in any order, previewed, and taken back", async () => {
    await scene("march", "desktop", async (page) => {
      await page.focus("#area-dragonstone");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-march]");
      await page.click('button[aria-label="Footman: one fewer"]');
      await page.click('[data-march="salt-shore"]');
      await page.waitForSelector(".best");
      expect(await page.textContent(".best tr.b-sum")).toMatch(/2\s*3/);
      expect(await page.textContent(".best")).toMatch(/back to Dragonstone/);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.querySelector(".best") === null);
    });
  });

  it("orders go by keys, with the star limit told", async () => {
    await scene("orders", "desktop", async (page) => {
      expect(await page.textContent("[data-order=consolidate-power]")).toContain("not this round");
      for (const key of ["3", "7", "5"]) await page.keyboard.press(key);
      expect(await page.textContent(".btodo")).toMatch(/March \+1 ★.*Support \+1 ★.*Defense \+2 ★/);
      expect(await page.isEnabled("[data-main]")).toBe(true);
    });
  });
});

describe("the panels of a combat", () => {
  it.each(["blade", "refuse"])("%s: says who would win with a capital, and in green what is good for me", async (name) => {
    await scene(name, "desktop", async (page) => {
      for (const note of await page.$$eval(".bask .bpick small", (all) => all.map((one) => one.textContent ?? ""))) expect(note).toMatch(/^\d+ to \d+: [A-Z]/);
      const mine = await page.$$eval(".bthen h3", (all) => all.map((one) => [one.textContent, one.parentElement?.className.includes("b-good")] as const));
      expect(mine.filter(([text, good]) => (text === "If you win") !== good)).toEqual([]);
      expect(mine.length).toBe(2);
    });
  });
  it("offer to keep the support as the golden button, not to refuse it", async () => {
    await scene("refuse", "desktop", async (page) => {
      expect(await page.$$eval(".bask .bpick.main", (all) => all.map((one) => one.textContent?.trim()))).toEqual(["Done"]);
    });
  });
});

describe.skipIf(program === null)("at a real table", () => {
  let server: Server;
  beforeAll(async () => {
    server = await serve();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it.each(["desktop", "phone"] as const)("one person and five bots from one click: whole rounds by clicking, on a %s screen", async (size) => {
    const { page, context, errors } = await visitor(browser, size);
    await page.goto(server.address);
    await page.click("[data-board]");
    await page.waitForSelector(".boardsvg");
    const played = await playBoard(page, { rounds: size === "desktop" ? 4 : 3, seed: size === "desktop" ? 11 : 12 });
    expect(played.problems).toEqual([]);
    expect(played.over || played.round >= 3).toBe(true);
    expect([...played.topics.keys()]).toContain("orders");
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  it("three people: each sees the own orders only, may take them back, and all play a round", async () => {
    const people = await Promise.all(["Ilse", "Mara", "Tom"].map(async (name) => ({ name, ...(await visitor(browser)) })));
    const [ilse, ...others] = people;
    if (!ilse) throw new Error("nobody");
    await ilse.page.goto(server.address);
    await ilse.page.check("input[name=board-players][value='3']", { force: true });
    await ilse.page.check("input[name=board-friends][value='2']", { force: true });
    await ilse.page.check("input[name=board-house][value=stark]", { force: true });
    await ilse.page.click("[data-board]");
    await ilse.page.waitForURL(/\/room\//);
    const link = ilse.page.url();
    for (const { page, name } of others) {
      await page.goto(link);
      await page.fill("input.text", name);
      await page.click("button.start");
      await page.waitForSelector("main");
    }
    for (const { page } of people) await page.waitForSelector("[data-topic=orders]");
    // What is said is closed by Escape, from its own field too, and nothing else is.
    await ilse.page.click("[data-order][aria-disabled=false] >> nth=0");
    const laid = await ilse.page.textContent(".btodo");
    await ilse.page.click("[data-chat]");
    await ilse.page.click(".chat input.text");
    await ilse.page.keyboard.press("Escape");
    await ilse.page.waitForSelector(".chat", { state: "detached" });
    expect(await ilse.page.textContent(".btodo")).toBe(laid);
    // Ilse is ready first: others see backs; she may change her mind until all are.
    const lay = async (page: Page) => {
      for (let i = 0; i < 12 && !(await page.isEnabled("[data-main]")); i += 1) await page.click("[data-order][aria-disabled=false] >> nth=0");
      await page.click("[data-main]");
    };
    await lay(ilse.page);
    await ilse.page.waitForSelector("[data-withdraw]");
    const mara = others[0]?.page;
    expect(await mara?.getAttribute("#area-winterfell", "aria-label")).toContain("order face down");
    expect(await ilse.page.getAttribute("#area-winterfell", "aria-label")).toMatch(/March|Defense|Support|Raid|Consolidate/);
    await ilse.page.click("[data-withdraw]");
    await ilse.page.waitForSelector("[data-topic=orders]");
    expect(await ilse.page.locator("[data-main]").isEnabled()).toBe(true);
    await ilse.page.click("[data-main]");
    await Promise.all(people.map(({ page }, i) => playBoard(page, { rounds: 2, seed: 30 + i }).then((played) => expect(played.problems).toEqual([]))));
    for (const { page, context, errors } of people) {
      expect(await page.textContent("h1")).toMatch(/round 2/);
      expect(errors).toEqual([]);
      await context.close();
    }
  });
});
