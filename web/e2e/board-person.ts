// A scripted person at the board: looks at what is asked and clicks it, on the map or on buttons. Knows no rule, only the screen.
import type { Page } from "playwright-core";

import { chance } from "./person.ts";

export interface BoardPlayed {
  clicks: number;
  topics: Map<string, number>;
  problems: string[];
  /** The round that the table's heading says. */
  round: number;
  over: boolean;
}

export interface BoardWishes {
  seed?: number;
  clicks?: number;
  /** Stops when this round begins. */
  rounds?: number;
  /** Stops before answering this question. */
  peek?: string;
}

/** How long the others may take, in milliseconds, and how often one look may come back before the table is said to be stuck. */
const PATIENCE = 90_000;
const STUCK = 40;

const look = (page: Page) =>
  page.evaluate(() => ({
    round: Number(document.querySelector("h1")?.textContent?.match(/round (\d+)/)?.[1] ?? 0),
    over: document.querySelector(".endpanel") !== null,
    topic: document.querySelector(".bask .bprompt")?.getAttribute("data-topic") ?? null,
    state: `${document.querySelector("[data-decision]")?.getAttribute("data-decision")} ${document.querySelector(".bask")?.textContent}`,
    problem: document.querySelector(".problem[role=alert] p")?.textContent ?? "",
  }));

/** One click at what is offered; false if nothing is. */
const act = (page: Page, luck: number[]) =>
  page.evaluate((luck) => {
    const shown = (selector: string) => [...document.querySelectorAll<HTMLButtonElement>(selector)].filter((node) => !node.disabled && node.getClientRects().length > 0);
    const one = <T>(list: T[], n = 0) => list[Math.floor((luck[n] ?? 0) * list.length)];
    const press = (node: Element | undefined) => {
      if (!node) return false;
      node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return true;
    };
    const main = shown(".bask [data-main]");
    const tokens = [...document.querySelectorAll<HTMLButtonElement>("[data-order][aria-disabled=false]")].filter((node) => node.getAttribute("aria-pressed") === "false");
    if (document.querySelector("[data-topic=orders]")) return main.length > 0 ? press(main[0]) : press(one(tokens));
    const onMap = [...document.querySelectorAll("[data-legal]")];
    const picks = shown(".bask .bpick:not([data-main], [data-pass], .quiet), .bask .hc.legal");
    const ends = shown(".bask [data-pass]");
    if (main.length > 0 && ((luck[1] ?? 0) < 0.45 || picks.length === 0)) return press(main[0]);
    if (picks.length > 0 && ((luck[2] ?? 0) < 0.9 || ends.length === 0)) {
      const more = shown("[data-more]");
      if (more.length > 0 && (luck[3] ?? 0) < 0.5) return press(more[0]);
      return onMap.length > 0 && (luck[3] ?? 0) < 0.4 ? press(one(onMap)) : press(one(picks));
    }
    return press(ends[0] ?? main[0] ?? picks[0]);
  }, luck);

export async function playBoard(page: Page, wishes: BoardWishes = {}): Promise<BoardPlayed> {
  const next = chance(wishes.seed ?? 1);
  const played: BoardPlayed = { clicks: 0, topics: new Map(), problems: [], round: 0, over: false };
  let [last, same] = ["", 0];
  let since = Date.now();
  while (played.clicks < (wishes.clicks ?? 2000)) {
    const seen = await look(page);
    Object.assign(played, { round: seen.round, over: seen.over });
    if (seen.over || (wishes.rounds !== undefined && seen.round >= wishes.rounds)) return played;
    if (seen.topic === null) {
      if (Date.now() - since > PATIENCE) throw new Error(`nothing is asked for ${PATIENCE} ms in round ${seen.round}`);
      await page.waitForTimeout(60);
      continue;
    }
    since = Date.now();
    if (seen.topic === wishes.peek) return played;
    if (seen.problem) played.problems.push(`${seen.topic}: ${seen.problem}`);
    same = seen.state === last ? same + 1 : 0;
    last = seen.state;
    if (same > STUCK) throw new Error(`stuck at ${seen.topic}: ${seen.state.slice(0, 300)}`);
    if (await act(page, [next(), next(), next(), next()])) {
      played.clicks += 1;
      played.topics.set(seen.topic, (played.topics.get(seen.topic) ?? 0) + 1);
    }
    await page.waitForTimeout(50);
  }
  return played;
}
