// The log as people read it: lines under heads of phases and challenges.
import { challengeSymbol } from "./emblems";
import type { Event } from "./generated/Event";
import { parseText, type Part } from "./logtext";
import type { SymbolName } from "./symbols";
import { texts } from "./texts";
import type { Entry } from "./wire";

export type LogItem =
  | { kind: "head"; key: string; text: string }
  | { kind: "line"; key: string; seq: number; icon: SymbolName; parts: Part[]; rule: string | null; mine: boolean | null; many: "kneeled" | "stood" | null; cards: Part[] };

const icons: Partial<Record<Event["type"], SymbolName>> = {
  moved: "card-draw", kneeled: "kneeling", stood: "pointing", gold: "two-coins", power: "crown", power_moved: "crown", control: "hand", bypassed: "hood", assaulted: "crossed-axes",
  defended: "shield", joined: "sword-brandish", removed_from_challenge: "exit-door", result: "laurels", claim: "scales", challenge_ended: "hourglass", dominance: "imperial-crown",
  initiative: "flying-flag", first_player: "flying-flag", used: "open-book", cancelled: "padlock", saved: "shield", revealed: "scroll-unfurled", shuffled: "card-random", drew: "card-draw",
  lasting: "hourglass", chose: "crosshair", eliminated: "broken-skull", over: "laurels-trophy", note: "quill", token: "gold-bar",
};

function iconOf(event: Event): SymbolName {
  if (event.type === "initiated") return challengeSymbol[event.kind];
  if (event.type === "moved") {
    if (event.to === "dead") return "skull-crossed-bones";
    if (event.to === "discard") return "card-discard";
    if (event.to === "revealed_plot" || event.from === "revealed_plot") return "scroll-unfurled";
    if (event.to === "shadows") return "evil-moon";
    if (event.to === "play") return "coins";
  }
  return icons[event.type] ?? "quill";
}

function seatOf(event: Event): number | null {
  if ("seat" in event) return event.seat;
  if (event.type === "initiated") return event.attacker;
  if ("winner" in event) return event.winner;
  return null;
}

/** Cards that kneel or stand one after the other, as one sentence. */
function together(cards: Part[], what: "kneeled" | "stood"): Part[] {
  const words = what === "kneeled" ? texts.table.kneels(cards.length) : texts.table.stands(cards.length);
  const parts = cards.flatMap((card, i): Part[] => (i === 0 ? [card] : [{ kind: "text", text: i === cards.length - 1 ? " and " : ", " }, card]));
  return [...parts, { kind: "text", text: ` ${words}.` }];
}

export function logItems(entries: Entry[], me: number | null): LogItem[] {
  const items: LogItem[] = [];
  let phase = "";
  for (const { seq, event } of entries) {
    if (event.type === "step") {
      const now = `${event.round}:${event.phase}`;
      if (now !== phase) {
        phase = now;
        const text = event.round === 0 ? texts.phase[event.phase] : `${texts.table.round(event.round)} · ${texts.phase[event.phase]}`;
        items.push({ kind: "head", key: `h${seq}`, text });
      }
      continue;
    }
    if (event.type === "initiated") items.push({ kind: "head", key: `h${seq}`, text: texts.challenge.title(texts.kind[event.kind]) });
    if (event.text === "") continue;
    const seat = seatOf(event);
    const last = items.at(-1);
    if ((event.type === "kneeled" || event.type === "stood") && last?.kind === "line" && last.many === event.type && last.rule === event.rule) {
      last.cards.push(...parseText(event.text).filter((part) => part.kind === "card"));
      last.parts = together(last.cards, event.type);
      continue;
    }
    const many = event.type === "kneeled" || event.type === "stood" ? event.type : null;
    items.push({ kind: "line", key: `l${seq}`, seq, icon: iconOf(event), parts: parseText(event.text), rule: event.rule, mine: seat === null || me === null ? null : seat === me, many, cards: many ? parseText(event.text).filter((part) => part.kind === "card") : [] });
  }
  // A head that nothing follows says nothing, except the last one.
  return items.filter((item, i) => item.kind === "line" || items[i + 1]?.kind !== "head");
}
