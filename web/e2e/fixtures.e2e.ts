// The table from fixtures in a real browser: no server, only the built client. Accessibility, keyboard, touch, text and target sizes.
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, preview, type PreviewServer } from "vite";

import { launch, sizes } from "./browser.mjs";

let browser: Browser;
let server: PreviewServer;
let address = "";

beforeAll(async () => {
  await build({ mode: "fixtures", logLevel: "warn" });
  server = await preview({ mode: "fixtures", build: { outDir: "dist-fixtures" }, preview: { port: 4181 }, logLevel: "warn" });
  address = server.resolvedUrls?.local[0] ?? "";
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(name: string, size: keyof typeof sizes, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: sizes[size], reducedMotion: "reduce", hasTouch: size === "phone" });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(name.startsWith("/") ? new URL(name, address).href : `${address}dev/fixture/${name}`);
  await page.waitForSelector(name.startsWith("/") ? "h1" : ".prompt, [data-card]");
  try {
    await work(page);
    expect(errors).toEqual([]);
  } finally {
    await context.close();
  }
}

const names = ["target", "attackers", "window", "plot", "plots", "wait", "setup", "mulligan", "search", "crowd", "end"];

describe.each(Object.keys(sizes) as (keyof typeof sizes)[])("on a %s screen", (size) => {
  it.each(size === "small" ? ["plots", "search", "crowd"] : names)("%s has nothing that axe objects to, no small text, no small target, nothing beside the page", async (name) => {
    await open(name, size, async (page) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`)).toEqual([]);
      const small = await page.evaluate(() => {
        const found: string[] = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const parent = walker.currentNode.parentElement;
          if (!parent || !walker.currentNode.textContent?.trim() || parent.getClientRects().length === 0) continue;
          if (parseFloat(getComputedStyle(parent).fontSize) < 12) found.push(walker.currentNode.textContent.trim());
        }
        return found;
      });
      expect(small).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (size === "phone") {
        const targets = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>("button, a, input")]
            .filter((node) => node.getClientRects().length > 0 && !node.matches(".rule, .cardword, .under, .sr") && !node.closest(".sr"))
            .flatMap((node) => {
              const { width, height } = node.getBoundingClientRect();
              return Math.min(width, height) < 43.5 ? [`${node.className} ${node.getAttribute("aria-label") ?? node.textContent} ${width}x${height}`] : [];
            }),
        );
        expect(targets).toEqual([]);
      }
    });
  });
});

describe("pages", () => {
  it.each(["/credits", "/nowhere"])("%s is in order for axe", async (path) => {
    await open(path, "desktop", async (page) => expect((await new AxeBuilder({ page }).analyze()).violations.map((v) => v.id)).toEqual([]));
  });
});

describe("by keyboard", () => {
  it("arrows lead to what can be picked, enter picks and confirms, escape takes back", async () => {
    await open("target", "desktop", async (page) => {
      await page.keyboard.press("ArrowDown");
      const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      expect(await label()).toContain("can be picked");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-main]");
      expect(await label()).toContain("picked");
      await page.keyboard.press("Escape");
      await page.waitForSelector("[data-main]", { state: "detached" });
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-main]");
      await page.keyboard.press("d");
      await page.waitForSelector("[role=alert]");
      expect(await page.textContent("[role=alert]")).toContain("[0]");
    });
  });

  it("walks rows and keeps one stop for tab in each", async () => {
    await open("window", "desktop", async (page) => {
      await page.focus('[aria-label^="Grey Wind"]');
      await page.keyboard.press("ArrowRight");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain("Arya Stark");
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate(() => document.activeElement?.closest("[data-row]")?.getAttribute("aria-label"))).toBe("Your locations");
      const stops = await page.evaluate(() => [...document.querySelectorAll("[data-row]")].map((row) => row.querySelectorAll('[data-walk][tabindex="0"]').length));
      expect(Math.max(...stops)).toBe(1);
    });
  });

  it("opens help, the menu of a card, the enlarged card; escape closes and gives the focus back", async () => {
    await open("window", "desktop", async (page) => {
      await page.keyboard.press("?");
      await page.waitForSelector('[role=dialog][aria-label="How this table is played"]');
      await page.keyboard.press("Escape");
      await page.waitForSelector("[role=dialog]", { state: "detached" });
      await page.focus('[aria-label^="Arya Stark"]');
      await page.keyboard.press("Enter");
      await page.waitForSelector("[role=menu]");
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Arya Stark: discard the duplicate");
      await page.keyboard.press("Escape");
      expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain("Arya Stark");
      await page.keyboard.press("i");
      await page.waitForSelector(".inspect");
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector('.inspect[aria-label^="Winterfell Steward"]');
      await page.keyboard.press("Escape");
      await page.waitForSelector(".inspect", { state: "detached" });
    });
  });

  it("p passes", async () => {
    await open("window", "desktop", async (page) => {
      await page.keyboard.press("p");
      await page.waitForSelector("[role=alert]");
      expect(await page.textContent("[role=alert]")).toContain("[5]");
    });
  });
});

describe("by pointer", () => {
  it("hover enlarges, and what cannot be picked says why", async () => {
    await open("target", "desktop", async (page) => {
      await page.hover('[aria-label^="Tywin Lannister"]');
      await page.waitForSelector(".inspect.peek");
      await page.click('[aria-label^="Tywin Lannister"]');
      await page.waitForSelector(".inspect:not(.peek) .whynot");
      await page.click(".inspect .whynot a.rule");
      await page.waitForSelector('.sheet[aria-label="Intimidate"] .marked');
    });
  });

  it("a long press enlarges on touch and does not pick", async () => {
    await open("target", "phone", async (page) => {
      await page.evaluate(() => {
        const card = document.querySelector('[aria-label^="Cersei"]');
        card?.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", bubbles: true }));
      });
      await page.waitForSelector(".inspect:not(.peek)");
      await page.evaluate(() => {
        const card = document.querySelector<HTMLElement>('[aria-label^="Cersei"]');
        card?.dispatchEvent(new PointerEvent("pointerup", { pointerType: "touch", bubbles: true }));
        card?.click();
      });
      expect(await page.getAttribute('[aria-label^="Cersei"]', "aria-pressed")).toBe("false");
    });
  });

  it("attackers are picked in any order; the button counts them", async () => {
    await open("attackers", "small", async (page) => {
      for (const name of ["Arya Stark", "Robb Stark"]) await page.click(`.row.mine [aria-label^="${name}"]`);
      await page.waitForFunction(() => document.querySelector("[data-main]")?.textContent?.includes("Attack with 2"));
      await page.click('.row.mine [aria-label^="Robb Stark"]');
      await page.waitForFunction(() => document.querySelector("[data-main]")?.textContent?.includes("Attack with Arya Stark"));
    });
  });

  it("the tab title says whose turn it is", async () => {
    await open("target", "desktop", async (page) => expect(await page.title()).toMatch(/^\(!\) /));
    await open("wait", "desktop", async (page) => expect(await page.title()).not.toMatch(/^\(!\)/));
  });
});
