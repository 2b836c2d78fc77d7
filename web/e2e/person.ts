// A scripted person: looks at what glows and clicks it. Knows no rule, only the screen.
import type { Page } from "playwright-core";

export interface Played {
  clicks: number;
  rounds: number;
  /** What was asked, by its sentence, with how often. */
  asked: Map<string, number>;
  problems: string[];
}

export interface Wishes {
  /** Stops before the game is over when this says so. */
  until?: (played: Played) => boolean;
  /** Stops when this round begins. */
  rounds?: number;
  clicks?: number;
  seed?: number;
  /** Stops before answering this question. */
  peek?: string;
  /** Looks on before each click. */
  before?: (look: Look) => Promise<void>;
}

/** A small stream of chance, the same each time. */
export function chance(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export type Look = { over: boolean; wait: boolean; decision: string; question: string; round: number; problem: string; cards: number; menu: number; main: boolean; pass: boolean; words: number; draft: boolean; doubt: boolean; topic: string };

/** How long the others may take, in milliseconds, and how often the same look may come back before the table is said to be stuck. */
const PATIENCE = 120_000;
const STUCK = 60;

const look = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const seen = (node: Element) => node.getClientRects().length > 0;
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(seen);
    const prompt = document.querySelector(".prompt");
    return {
      over: document.querySelector(".endpanel") !== null,
      wait: prompt === null || prompt.classList.contains("wait"),
      decision: prompt?.getAttribute("data-decision") ?? "",
      question: prompt?.querySelector(".q")?.textContent?.trim() ?? "",
      round: Number(document.querySelector("h1")?.textContent?.match(/round (\d+)/)?.[1] ?? 0),
      problem: document.querySelector(".problem[role=alert]")?.textContent?.trim() ?? "",
      cards: all("[data-card].s-legal").length,
      menu: all(".cardmenu button").length,
      main: all(".prompt [data-main]:not([disabled])").length > 0,
      pass: all(".prompt [data-pass]:not([disabled])").length > 0,
      words: all(".prompt .acts .btn:not([disabled], [data-main], [data-pass], .quiet), .prompt .numbers .btn, .haspick").length,
      doubt: document.querySelector("dialog[data-doubt]") !== null,
      topic: prompt?.getAttribute("data-topic") ?? "",
      draft: all(".prompt .acts .quiet:not(.swap, .until)").length > 0,
    };
  });

/** Clicks the n-th visible thing, in the page: cards overlap, and a person would aim at the part that shows. */
const press = (page: Page, selector: string, n: number): Promise<boolean> =>
  page.evaluate(
    ([wanted, index]) => {
      const found = [...document.querySelectorAll<HTMLElement>(wanted)].filter((node) => node.getClientRects().length > 0)[index];
      if (!found) return false;
      found.scrollIntoView({ block: "nearest", inline: "nearest" });
      const box = found.getBoundingClientRect();
      const at = (x: number, y: number) => document.elementFromPoint(x, y);
      // Some point of it must be free to be hit.
      const points = [0.5, 0.2, 0.8, 0.08, 0.92].flatMap((fx) => [0.5, 0.2, 0.8].map((fy) => [box.x + box.width * fx, box.y + box.height * fy] as const));
      const free = points.find(([x, y]) => {
        const hit = at(x, y);
        return hit !== null && (found === hit || found.contains(hit));
      });
      if (!free) return false;
      const hit = at(free[0], free[1]) ?? found;
      for (const type of ["pointerdown", "pointerup"]) hit.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "mouse", clientX: free[0], clientY: free[1] }));
      hit.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: free[0], clientY: free[1] }));
      return true;
    },
    [selector, n] as const,
  );

const busy = (page: Page) => page.waitForFunction(() => document.querySelector(".prompt [disabled]") === null, undefined, { timeout: 20_000 });

/** What the room asks this seat, as a second connection is told it: for the report when nothing on the screen can be pressed. */
export const askedOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${location.pathname.split("/")[2]}/ws`);
        socket.onmessage = (event) => {
          const { prompt, view } = JSON.parse(String(event.data)) as { prompt: { legal: { action: { card?: string } }[] } | null; view: { cards: { id: string }[] } };
          const named = new Set(prompt?.legal.map((choice) => choice.action.card));
          resolve(JSON.stringify({ prompt, cards: view.cards.filter((card) => named.has(card.id)) }));
          socket.close();
        };
      }),
  );

/** Plays until the game is over (or a wish comes true). */
export async function play(page: Page, wishes: Wishes = {}): Promise<Played> {
  const random = chance(wishes.seed ?? 7);
  const played: Played = { clicks: 0, rounds: 0, asked: new Map(), problems: [] };
  const most = wishes.clicks ?? 4000;
  // Looks at one decision that show the same, one after the other; waiting for others is counted apart, by the clock.
  let same = 0;
  let last = "";
  let waited = 0;
  while (played.clicks < most) {
    const now = await look(page);
    played.rounds = Math.max(played.rounds, now.round);
    if (now.over || wishes.until?.(played) || (wishes.rounds !== undefined && now.round >= wishes.rounds)) return played;
    if (wishes.peek !== undefined && now.question === wishes.peek) return played;
    if (now.problem) {
      played.problems.push(`${now.question}: ${now.problem}`);
      await page.keyboard.press("Escape");
      continue;
    }
    if (now.wait) {
      waited ||= Date.now();
      if (Date.now() - waited > PATIENCE) throw new Error(`the table waits and waits: ${now.question}`);
      await page.waitForTimeout(40);
      continue;
    }
    waited = 0;
    if (now.doubt) {
      await wishes.before?.({ ...now, topic: `doubt-${now.topic}` });
      await press(page, random() < 0.5 ? "dialog [data-yes]" : "dialog [data-no]", 0);
      continue;
    }
    await wishes.before?.(now);
    const key = JSON.stringify(now);
    same = key === last ? same + 1 : 0;
    last = key;
    if (same > STUCK) throw new Error(`nothing moves: ${key} ${await askedOf(page)}`);
    if (now.question) played.asked.set(now.question, (played.asked.get(now.question) ?? 0) + (same === 0 ? 1 : 0));
    played.clicks += 1;
    if (now.menu > 0) {
      await press(page, ".cardmenu button", Math.floor(random() * now.menu));
    } else if (now.main && (now.cards === 0 || random() < (now.draft ? 0.45 : 0.7) || same > 20)) {
      await press(page, ".prompt [data-main]:not([disabled])", 0);
    } else if (now.cards > 0 && (random() < 0.85 || !now.pass) && same < 30) {
      const hit = await press(page, "[data-card].s-legal", Math.floor(random() * now.cards));
      if (!hit) continue;
    } else if (now.words > 0 && (random() < 0.85 || !now.pass)) {
      await press(page, ".prompt .acts .btn:not([disabled], [data-main], [data-pass], .quiet), .prompt .numbers .btn, .haspick", Math.floor(random() * now.words));
    } else if (now.pass) {
      await press(page, ".prompt [data-pass]:not([disabled])", 0);
    } else {
      await page.waitForTimeout(50);
    }
    await busy(page);
    await page.waitForTimeout(10);
  }
  throw new Error(`no end after ${most} clicks in round ${played.rounds}`);
}
