// A table of three to eight in a real browser: from fixtures at three sizes (nothing over anything, nothing cut, nothing axe objects to),
// and a round of four by clicking against the program's own server.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { launch, sizes } from "./browser.mjs";
import { play } from "./person.ts";
import { program, serve, type Server } from "./server.ts";
import { beside, open as stage, smallTargets, violations, visitor, type Size } from "./stage.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

const open = (name: string, size: Size, work: (page: Page) => Promise<void>) => stage(browser, name, size, work);

/** What stands over something else, out of the window, or is cut. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const seen = (node: Element) => node.getClientRects().length > 0;
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(seen);
    const name = (node: Element) => `${node.className}: ${node.getAttribute("aria-label") ?? node.textContent?.trim().slice(0, 30)}`;
    const found: string[] = [];
    const apart = (nodes: HTMLElement[]) => {
      const boxes = nodes.map((node) => ({ node, box: node.getBoundingClientRect() }));
      boxes.forEach((a, i) => {
        for (const b of boxes.slice(i + 1)) {
          if (a.box.left < b.box.right - 2 && b.box.left < a.box.right - 2 && a.box.top < b.box.bottom - 2 && b.box.top < a.box.bottom - 2) found.push(`${name(a.node)} over ${name(b.node)}`);
        }
      });
    };
    // The parts of the table, the players, the boards, the cards of a board, the lines of a player: each apart from its neighbours.
    apart(all(".meleefelt > *, .ph-top, .ph-tabs, .ph-seat, .ph-title, .ph-felt, .prompt.phone, .ph-nav"));
    apart(all(".rseat"));
    apart(all(".foe, .ptab"));
    for (const foe of all(".foe")) {
      apart([...foe.querySelectorAll<HTMLElement>(":scope > :is(header, .bar, .cards, .lands)")].filter(seen));
      apart([...foe.querySelectorAll<HTMLElement>(".cards .card")].filter(seen));
      apart([...foe.querySelectorAll<HTMLElement>("header > *, .cchip")].filter(seen));
    }
    for (const row of all(".rin")) apart([...row.querySelectorAll<HTMLElement>(":scope > p")]);
    apart(all(".mebar > *, .mylands > *"));
    apart(all(".prompt :is(.kinds, .target, .barredseat, [data-main], [data-pass])"));
    for (const node of all(".rseat, .foe, .mebar, .prompt, .ptab, .ph-title, .target, .barredseat, .kinds .btn")) {
      const box = node.getBoundingClientRect();
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) found.push(`${name(node)} out of the window`);
    }
    // Nothing of a player is cut off by its frame, and no name is lost.
    for (const node of all(".rin, .foe, .mebar")) if (node.scrollHeight > node.clientHeight + 2) found.push(`${name(node)} is cut by ${node.scrollHeight - node.clientHeight}`);
    for (const node of all(".rseat .nm, .foename h2")) if (node.getBoundingClientRect().width < 24) found.push(`${name(node)} has no room`);
    for (const node of all(".rseat:not(.out) .ttl")) if (node.getBoundingClientRect().width < 60) found.push(`${name(node)} has no room`);
    return found;
  });

const names = ["melee3", "melee4", "melee6", "melee8", "melee8-crowd", "melee4-crowd", "melee4-initiate", "melee8-initiate", "melee4-titles", "melee8-whispers", "melee6-watch", "melee8-plot", "melee4-end", "melee8-end"];

describe.each(Object.keys(sizes) as Size[])("a melee on a %s screen", (size) => {
  it.each(names)("%s: nothing over anything, nothing cut, nothing axe objects to", async (name) => {
    await open(name, size, async (page) => {
      expect(await faults(page)).toEqual([]);
      expect(await violations(page)).toEqual([]);
      expect(await beside(page)).toBeLessThanOrEqual(0);
      if (size === "phone") expect(await smallTargets(page)).toEqual([]);
    });
  });
});

describe("at a glance", () => {
  it("everybody's title, power, part and bond stand at the side", async () => {
    await open("melee8", "desktop", async (page) => {
      const rows = await page.evaluate(() => [...document.querySelectorAll(".rseat")].map((row) => row.textContent?.replace(/\s+/g, " ").trim() ?? ""));
      expect(rows.length).toBe(8);
      expect(rows[1]).toMatch(/Corwin.*First player.*5\/15.*Master of Coin.*attacks.*your rival/);
      expect(rows[2]).toMatch(/Osk.*Master of Laws.*safe from you.*supports Corwin/);
      expect(rows[0]).toMatch(/Ada.*Master of Whispers.*supports you.*rival of Corwin/);
      expect(rows[7]).toMatch(/You.*Hand of the King.*defends.*rival of Corwin/);
      expect(await page.locator(".aim .head").count()).toBe(1);
    });
    await open("melee6-watch", "desktop", async (page) => expect(await page.textContent(".rseat.out")).toContain("out of the game"));
  });

  it("who fights is in focus; a click or a number shows another board", async () => {
    await open("melee8", "small", async (page) => {
      const boards = () => page.evaluate(() => [...document.querySelectorAll(".foe h2")].map((node) => node.textContent));
      expect(await boards()).toContain("Corwin");
      await page.click('[data-player="5"]');
      expect(await boards()).toContain("Teodora of the Long Name");
      await page.keyboard.press("8");
      expect(await boards()).toEqual(["Teodora of the Long Name", "Wim"]);
    });
  });

  it("on a phone opponents are tabs", async () => {
    await open("melee8", "phone", async (page) => {
      expect(await page.locator("[role=tab]").count()).toBe(7);
      expect(await page.getAttribute('[role=tab][aria-selected="true"]', "aria-label")).toMatch(/^Corwin, 5\/15, Master of Coin, attacks, your rival/);
      await page.tap('[role=tab] >> nth=6');
      expect(await page.textContent(".ph-seat h2")).toContain("Wim");
    });
  });
});

describe("declaring a challenge", () => {
  it("offers types and opponents, and says why one is barred, with the rule", async () => {
    await open("melee4-initiate", "desktop", async (page) => {
      expect(await page.textContent('[data-barred="3"]')).toMatch(/Osk.*Hand of the King supports Master of Laws.*RR\.melee\.supports/);
      expect(await page.locator('.target[aria-label$="against Osk"]').count()).toBe(0);
      expect(await page.getAttribute(".kinds .i", "aria-disabled")).toBe("true");
      await page.click(".kinds >> text=Power");
      await page.click('.target[aria-label="Power challenge against Corwin"]');
      await page.waitForSelector(".prompt[data-topic=attackers]");
    });
  });

  it("goes by a click on the player, and by keyboard", async () => {
    await open("melee8-initiate", "desktop", async (page) => {
      await page.click('[data-player="2"]');
      await page.click(".cardmenu >> text=power challenge against Corwin");
      await page.waitForSelector(".prompt[data-topic=attackers]");
    });
    await open("melee8-initiate", "desktop", async (page) => {
      await page.keyboard.press("5");
      await page.waitForSelector(".prompt[data-topic=attackers]");
      expect(await page.textContent(".prompt .sofar")).toContain("against Ilse");
    });
  });

  it("claim is put on any opponents, in any order, by clicking them", async () => {
    await open("melee8-whispers", "desktop", async (page) => {
      await page.click('[data-player="4"]');
      await page.waitForSelector('[data-player="4"].s-selected');
      await page.click('[data-player="1"]');
      await page.waitForFunction(() => document.querySelector("[data-main]")?.textContent?.includes("Claim from Ada and Ilse"));
      await page.click('[data-player="4"]');
      await page.waitForFunction(() => document.querySelector("[data-main]")?.textContent?.includes("Claim from Ada"));
    });
  });

  it("a title is read before it is taken", async () => {
    for (const size of ["desktop", "small"] as const) {
      await open("melee4-titles", size, async (page) => {
        // Measured when the letters are there; a page that is still being laid out is looked at again.
        const cut = () =>
          page.evaluate(async () => {
            await document.fonts.ready;
            const plates = [...document.querySelectorAll<HTMLElement>(".titlefan .plate")];
            return plates.filter((plate) => plate.scrollHeight > plate.clientHeight + 1 || plate.getBoundingClientRect().bottom > innerHeight + 1).map((plate) => plate.textContent);
          });
        await expect.poll(cut, { timeout: 10_000 }).toEqual([]);
        await page.click('.titlefan [aria-label^="Master of Laws"]');
        await page.waitForFunction(() => document.querySelector("[data-main]")?.textContent?.includes("Take Master of Laws"));
      });
    }
  });
});

/** P1 is about to attack; P4 may redirect that. */
const regent = `maester position 1
format: melee
round 2 phase challenges at initiate first P1
chance: seed 7

seat P1
  faction: stark
  plot: 01004
  plots: 01005
  play: 01146 01156
  deck: 4x01157

seat P2
  faction: lannister
  plot: 01004
  plots: 01005
  play: 01084
  deck: 4x01099

seat P3
  faction: tyrell
  plot: 01004
  plots: 01005
  play: 01184
  deck: 4x01099

seat P4
  faction: greyjoy
  plot: 01004
  plots: 01005
  title: "Crown Regent"
  play: 01067
  deck: 4x01099
`;

describe.skipIf(program === null)("a round of four at a real table", () => {
  let server: Server;
  beforeAll(async () => {
    server = await serve();
  });
  afterAll(async () => {
    await server?.stop();
  });

  it.each(["desktop", "phone"] as const)("one person and three bots, by clicking, on a %s screen", async (size) => {
    const { page, context, errors } = await visitor(browser, size);
    await page.goto(server.address);
    await page.waitForSelector(".deck.on");
    await page.check("input[name=players][value='4']", { force: true });
    await page.click("[data-melee]");
    await page.waitForSelector(".prompt");
    const played = await play(page, { rounds: 2, seed: size === "phone" ? 77 : 71 });
    expect(played.problems).toEqual([]);
    expect([...played.asked.keys()].some((question) => /title/i.test(question)), [...played.asked.keys()].join("; ")).toBe(true);
    expect(await page.textContent("h1")).toMatch(/Melee with .* round 2/);
    if (size === "desktop") {
      expect(await violations(page)).toEqual([]);
      if (await page.locator(".log + .earlier, .earlier").count()) await page.click(".earlier");
      const log = await page.evaluate(() => document.querySelector(".log")?.textContent ?? "");
      expect(log).toMatch(/You are (?:Crown Regent|Hand of the King|Master of)/);
      // Giving up leaves the others at the table.
      await page.click('button[aria-label="Table menu"]');
      await page.click("text=Concede the game");
      await page.click("text=Yes, give up");
      await page.waitForSelector(".rseat.me.out");
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  it.each(["desktop", "phone"] as const)("the Crown Regent redirects a challenge, and all but one give up, on a %s screen", async (size) => {
    const { page, context, errors } = await visitor(browser, size);
    await page.goto(server.address);
    const room = await page.evaluate(async (position) => {
      const body = JSON.stringify({ position, name: "Ilse", opponent: "self" });
      const made = await fetch("/api/rooms", { method: "POST", headers: { "content-type": "application/json" }, body });
      return ((await made.json()) as { room: string }).room;
    }, regent);
    await page.goto(`${server.address}/room/${room}`);
    const asked = (topic: string) => page.waitForSelector(`.prompt[data-topic=${topic}]`);
    await asked("initiate");
    await page.click('.target[aria-label="Military challenge against P2"]');
    await asked("attackers");
    await page.click('[data-card].s-legal[aria-label^="Robb Stark"]');
    await page.click("[data-main]");
    // The Regent only decides that it is redirected; the attacker picks whom it meets: not whom it met before, the Regent too.
    await asked("redirect");
    expect(await page.textContent(".prompt .q")).toBe("Redirect this challenge to another opponent of its attacker?");
    expect(await page.getAttribute(".prompt a.rule", "href")).toContain("RR.melee.redirect.1");
    expect(await violations(page)).toEqual([]);
    await page.click(".prompt .acts .btn >> text=Yes");
    await asked("redirect_to");
    expect(await page.evaluate(() => [...document.querySelectorAll(".prompt .players .target")].map((node) => node.textContent?.trim()))).toEqual(["P3", "P4"]);
    expect(await violations(page)).toEqual([]);
    await page.click(".prompt .players .target >> text=P3");
    // Where a pick waits for the button, it is pressed when it is there.
    for (let look = 0; look < 40 && !(await page.locator(".prompt[data-topic=defenders]").count()); look += 1) {
      const main = page.locator("[data-main]:not([disabled])");
      if (await main.count()) await main.first().click({ timeout: 1000 }).catch(() => undefined);
      await page.waitForTimeout(250);
    }
    if (!(await page.locator(".prompt[data-topic=defenders]").count())) throw new Error(await page.evaluate(() => document.querySelector(".prompt")?.outerHTML ?? document.body.innerText));
    await asked("defenders");
    expect(await page.evaluate(() => document.querySelector("[data-decision]") !== null)).toBe(true);
    if (size === "desktop") {
      const log = await page.evaluate(() => document.querySelector(".log")?.textContent ?? "");
      expect(log).toMatch(/P4 redirects the challenge/);
    }
    // One after the other gives up: the end panel says who did.
    for (let given = 0; given < 3; given += 1) {
      await page.click('button[aria-label="Table menu"]');
      await page.click("text=Concede the game");
      await page.click("text=Yes, give up");
      if (given < 2) await page.waitForFunction((n) => document.querySelectorAll(".rseat.out, .ptab.out").length >= n, size === "phone" ? 0 : given + 1);
    }
    await page.waitForSelector(".endpanel");
    expect(await page.evaluate(() => [...document.querySelectorAll(".score [data-left=conceded]")].length)).toBe(3);
    expect(await page.textContent(".score .winner")).not.toContain("conceded");
    expect(await violations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
