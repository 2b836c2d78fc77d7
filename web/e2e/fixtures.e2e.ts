// The table from fixtures in a real browser: no server, only the built client. Accessibility, keyboard, touch, text and target sizes.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { launch, sizes } from "./browser.mjs";
import { beside, open as stage, smallTargets, violations, type Size } from "./stage.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

const open = (name: string, size: Size, work: (page: Page) => Promise<void>) => stage(browser, name, size, work);

const names = ["target", "attackers", "window", "plot", "plots", "wait", "setup", "mulligan", "search", "crowd", "end", "first", "long", "number", "titles"];

describe.each(Object.keys(sizes) as Size[])("on a %s screen", (size) => {
  it.each(size === "small" ? ["plots", "search", "crowd", "mulligan", "first", "long", "number", "titles"] : names)("%s has nothing that axe objects to, no small text, no small target, nothing beside the page", async (name) => {
    await open(name, size, async (page) => {
      expect(await violations(page)).toEqual([]);
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
      expect(await beside(page)).toBeLessThanOrEqual(0);
      // No button of the prompt over another or out of the window, and no label out of its button.
      const spilled = await page.evaluate(() => {
        const buttons = [...document.querySelectorAll<HTMLElement>(".prompt .acts :is(.btn, input)")].filter((node) => node.getClientRects().length > 0 && !node.closest(".wordlist ul"));
        const boxes = buttons.map((node) => ({ node, box: node.getBoundingClientRect() }));
        const name = (node: HTMLElement) => node.textContent?.trim() ?? "";
        return [
          ...boxes.flatMap(({ node, box }) => (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight || box.top < 0 ? [`${name(node)} out of the window`] : [])),
          ...boxes.flatMap(({ node }) => (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1 ? [`${name(node)} does not fit`] : [])),
          ...boxes.flatMap((a, i) => boxes.slice(i + 1).flatMap((b) => (a.box.left < b.box.right - 1 && b.box.left < a.box.right - 1 && a.box.top < b.box.bottom - 1 && b.box.top < a.box.bottom - 1 ? [`${name(a.node)} over ${name(b.node)}`] : []))),
        ];
      });
      expect(spilled).toEqual([]);
      if (size === "phone") expect(await smallTargets(page)).toEqual([]);
    });
  });
});

describe.each(["desktop", "small"] as const)("a crowded row on a %s screen", (size) => {
  it("hides no name, STR or icon, and says who kneels", async () => {
    await open("crowd", size, async (page) => {
      const told = await page.evaluate(() => {
        const cards = [...document.querySelectorAll<HTMLElement>(".row .card:not(.back)")];
        const hidden = cards.flatMap((card) => {
          const name = card.querySelector<HTMLElement>(".name");
          const cut = name && (name.scrollHeight > name.clientHeight + 8 || name.scrollWidth > name.clientWidth + 1) ? [`${name.textContent} is cut`] : [];
          const parts = [...card.querySelectorAll<HTMLElement>(".name, .str, .icons > span:not(.none)")];
          const covered = parts.filter((part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            const { left, right, top, bottom } = (part.matches(".name") ? range : part).getBoundingClientRect();
            return [[left + 1, top + 2], [(left + right) / 2, (top + bottom) / 2], [right - 1, bottom - 2]].some(([x, y]) => !card.contains(document.elementFromPoint(x ?? 0, y ?? 0)));
          });
          return [...cut, ...covered.map((part) => `${name?.textContent}: ${part.className} is covered`)];
        });
        const mine = [...document.querySelectorAll(".row.mine:not(.locs) .card")];
        return { hidden, count: mine.length, knelt: mine.filter((card) => card.querySelector(".knelt")).length, said: mine.filter((card) => card.getAttribute("aria-label")?.includes("kneeling")).length };
      });
      expect(told.hidden).toEqual([]);
      expect(told.count).toBeGreaterThanOrEqual(12);
      expect(told.knelt).toBe(told.said);
      expect(told.knelt).toBeGreaterThan(0);
      await page.hover('.row.mine [aria-label^="Tumblestone Knight"]');
      await page.waitForSelector(".inspect.peek .full .text");
    });
  });
});

describe("pages", () => {
  it.each(["/credits", "/nowhere"])("%s is in order for axe", async (path) => {
    await open(path, "desktop", async (page) => expect(await violations(page)).toEqual([]));
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

  it.each([
    ["first", ["You", "Ilse"]],
    ["mulligan", ["Keep this hand", "Mulligan: seven new cards"]],
    ["long", ["Choose a character without", "Draw two cards", "Until the end", "Do nothing"]],
    ["number", ["0", "5", "11"]],
    ["window", ["For the North!", "Gates of Winterfell", "Arya Stark", "Stark", "Pass"]],
    ["plot", ["Plot A Clash of Kings", "Plot Wildfire Assault"]],
    ["setup", ["Robb Stark", "Winterfell Steward", "Place nothing"]],
    ["search", ["Tumblestone Knight", "Bran Stark", "Take none"]],
    ["target", ["Cersei Lannister", "The Tickler", "Pass"]],
    ["titles", ["Type to find a name"]],
  ])("the key n reaches every answer of %s", async (name, wanted) => {
    await open(name, "desktop", async (page) => {
      const seen = new Set<string>();
      for (let i = 0; i < 40; i += 1) {
        await page.keyboard.press("n");
        seen.add(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? ""));
        if (await page.evaluate(() => document.activeElement?.matches("input") ?? false)) break;
      }
      expect(wanted.filter((word) => ![...seen].some((label) => label.startsWith(word))), [...seen].join("; ")).toEqual([]);
    });
  });

  it("a digit presses the button that shows it", async () => {
    await open("first", "desktop", async (page) => {
      await page.keyboard.press("2");
      await page.waitForSelector("[role=alert]");
      expect(await page.textContent("[role=alert]")).toContain("[1]");
    });
  });

  it("a long list of names is typed into and walked", async () => {
    await open("titles", "desktop", async (page) => {
      await page.keyboard.press("n");
      await page.keyboard.type("winter");
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Winter/);
      await page.keyboard.press("Enter");
      await page.waitForSelector("[role=alert]");
    });
  });

  it("asks before a whole phase is passed: escape goes back, arrows and enter answer, and it can be silenced", async () => {
    await open("setup", "desktop", async (page) => {
      await page.keyboard.press("p");
      await page.waitForSelector("dialog[data-doubt=setup]");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Choose cards");
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog", { state: "detached" });
      expect(await page.locator("[role=alert]").count()).toBe(0);
      await page.keyboard.press("p");
      await page.check("dialog input");
      await page.focus("dialog [data-no]");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[role=alert]");
      expect(await page.textContent("[role=alert]")).toContain("[6]");
      // The refused answer still stands: the problem is closed, the answer taken back, and given anew.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.waitForSelector("[data-pass]");
      await page.keyboard.press("p");
      await page.waitForSelector("[role=alert]");
      expect(await page.locator("dialog").count()).toBe(0);
    });
  });

  it("asks before a running game is left", async () => {
    await open("window", "desktop", async (page) => {
      await page.click('a[aria-label^="Leave the table"]');
      await page.waitForSelector("dialog[data-doubt=leave]");
      await page.click("dialog [data-no]");
      expect(page.url()).toContain("/dev/fixture/window");
      await page.click(".brand");
      await page.click("dialog [data-yes]");
      await page.waitForURL((url) => url.pathname === "/");
    });
    await open("window", "desktop", async (page) => {
      let asked = "";
      page.on("dialog", (dialog) => {
        asked = dialog.type();
        void dialog.accept();
      });
      await page.click('button[aria-label="Table menu"]');
      await page.reload();
      expect(asked).toBe("beforeunload");
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

  it("everything that does not glow says why", async () => {
    await open("target", "desktop", async (page) => {
      const ids = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".table [data-card]:not(.s-legal, .back)")].map((node) => node.dataset.card ?? ""));
      expect(ids.length).toBeGreaterThan(20);
      for (const id of ids) {
        await page.evaluate((card) => document.querySelector<HTMLElement>(`[data-card="${card}"]`)?.click(), id);
        await page.waitForSelector(".inspect .whynot a.rule");
        await page.keyboard.press("Escape");
      }
    });
    await open("wait", "desktop", async (page) => {
      await page.click('.row.theirs [aria-label^="Tywin Lannister"]');
      await page.waitForSelector(".inspect .whynot >> text=Ilse decides");
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

describe("a phone on its side", () => {
  it.each(["target", "attackers", "plot", "mulligan", "search", "number", "melee4", "melee4-initiate"])("%s: the table and the question side by side, nothing spilled, nothing too small to touch", async (name) => {
    await open(name, "phone", async (page) => {
      await page.setViewportSize({ width: 844, height: 390 });
      await page.waitForFunction(() => (document.querySelector(".prompt")?.getBoundingClientRect().left ?? 0) > innerWidth / 2);
      expect(await beside(page)).toBeLessThanOrEqual(0);
      expect(await smallTargets(page)).toEqual([]);
      const told = await page.evaluate(() => {
        const felt = document.querySelector(".ph-felt")?.getBoundingClientRect();
        const shown = (node: Element) => {
          const { left, right, top, bottom } = node.getBoundingClientRect();
          return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        };
        const buttons = [...document.querySelectorAll(".ph-nav button, .prompt :is([data-main], [data-pass])")];
        return { felt: felt ? Math.round(felt.height) : 0, hidden: buttons.filter((node) => !shown(node)).map((node) => node.textContent) };
      });
      // The table keeps most of the height.
      expect(told.felt).toBeGreaterThan(150);
      expect(told.hidden).toEqual([]);
      expect(await violations(page)).toEqual([]);
    });
  });
});

describe("the text of a card", () => {
  it("is all there on plots at 1440x900; where it does not fit, dots say so", async () => {
    await open("plots", "desktop", async (page) => {
      const hidden = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".plotfan .text")].flatMap((node) => {
            const words = document.createRange();
            words.selectNodeContents(node);
            const out = words.getBoundingClientRect().bottom > node.getBoundingClientRect().bottom + 2;
            return out ? [{ marked: node.hasAttribute("data-cut"), dots: getComputedStyle(node, "::after").content }] : [];
          }),
        );
      expect(await hidden()).toEqual([]);
      await page.evaluate(() => document.querySelector(".plotfan .text")?.append(" and so it goes on".repeat(12)));
      await page.waitForSelector(".plotfan .text[data-cut]");
      expect(await hidden()).toEqual([{ marked: true, dots: '"…"' }]);
    });
  });
});
