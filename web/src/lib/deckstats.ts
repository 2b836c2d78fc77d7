// What a deck is made of, in numbers, and a hand of it.
import type { CardFacts } from "./api";
import { challengeTypes } from "./faces";
import type { ChallengeType } from "./generated/ChallengeType";
import type { MissingCard } from "./generated/MissingCard";

/** A card of a deck with its copies; of some only the name is known here. */
export interface Slot {
  code: string;
  count: number;
  name: string;
  type: string;
  faction: string;
  /** Everything that is known, for a card that can be played. */
  facts: CardFacts | null;
}

export const drawTypes = ["character", "location", "attachment", "event"] as const;
export const sections = ["plot", ...drawTypes] as const;

export function slotsOf(cards: Record<string, number | undefined>, facts: Map<string, CardFacts>, missing: MissingCard[]): Slot[] {
  const known = new Map(missing.map((card) => [card.code, card]));
  return Object.entries(cards)
    .flatMap(([code, count]): Slot[] => {
      const card = facts.get(code) ?? null;
      const other = card ?? known.get(code);
      return count ? [{ code, count, name: other?.name ?? code, type: other?.type ?? "other", faction: other?.faction ?? "neutral", facts: card }] : [];
    })
    .sort((a, b) => cost(a) - cost(b) || a.name.localeCompare(b.name, "en") || a.code.localeCompare(b.code));
}

const cost = (slot: Slot) => (slot.type === "plot" ? 0 : typeof slot.facts?.cost === "number" ? slot.facts.cost : 98);
const textOf = (facts: CardFacts) => (Array.isArray(facts.text) ? facts.text.join("\n") : (facts.text ?? ""));
/** Words of our own texts by which a card brings gold or makes others cheaper. */
const brings = /\bgain (\d+|X) gold|\+\d+ Income|\bcosts? (\d+|X) less|\bgives? you (\d+|X) gold/i;
export const bringsGold = (facts: CardFacts): boolean => brings.test(textOf(facts));

export interface Bar {
  label: string;
  /** Copies by type of card. */
  parts: Record<(typeof drawTypes)[number], number>;
  total: number;
}

export interface Stats {
  costs: Bar[];
  average: number | null;
  icons: { kind: ChallengeType; cards: number; str: number }[];
  strengths: { label: string; total: number }[];
  traits: [string, number][];
  types: Record<string, number>;
  economy: number;
  unique: number;
  loyal: number;
  limited: number;
  plots: { income: number; reserve: number; initiative: number };
  /** Copies whose numbers are not known. */
  unknown: number;
}

/** Costs from here on share a bar. */
const MOST = 7;

export function statsOf(slots: Slot[]): Stats {
  const costs: Bar[] = Array.from({ length: MOST + 1 }, (_, i) => ({ label: i === MOST ? `${MOST}+` : String(i), parts: { character: 0, location: 0, attachment: 0, event: 0 }, total: 0 }));
  const strengths = Array.from({ length: MOST + 1 }, (_, i) => ({ label: i === MOST ? `${MOST}+` : String(i), total: 0 }));
  const icons = challengeTypes.map((kind) => ({ kind, cards: 0, str: 0 }));
  const traits = new Map<string, number>();
  const types: Record<string, number> = {};
  const stats = { economy: 0, unique: 0, loyal: 0, limited: 0, unknown: 0 };
  const plots = { income: 0, reserve: 0, initiative: 0 };
  let [paid, sum] = [0, 0];
  for (const { count, type, facts } of slots) {
    types[type] = (types[type] ?? 0) + count;
    if (type === "plot") {
      if (facts?.plotStats) for (const value of ["income", "reserve", "initiative"] as const) plots[value] += count * (Number(facts.plotStats[value]) || 0);
      continue;
    }
    if (!facts) {
      stats.unknown += count;
      continue;
    }
    if (typeof facts.cost === "number") {
      const bar = costs[Math.min(facts.cost, MOST)];
      const part = drawTypes.find((t) => t === type);
      if (bar && part) {
        bar.parts[part] += count;
        bar.total += count;
      }
      paid += count;
      sum += count * facts.cost;
    }
    if (type === "character") {
      const strength = strengths[Math.min(facts.strength ?? 0, MOST)];
      if (strength) strength.total += count;
      for (const icon of icons) {
        if (!facts.icons?.[icon.kind]) continue;
        icon.cards += count;
        icon.str += count * (facts.strength ?? 0);
      }
    }
    for (const trait of facts.traits ?? []) traits.set(trait, (traits.get(trait) ?? 0) + count);
    if (bringsGold(facts)) stats.economy += count;
    if (facts.unique) stats.unique += count;
    if (facts.loyal) stats.loyal += count;
    if ((facts.keywords ?? []).some((keyword) => keyword === "Limited")) stats.limited += count;
  }
  const sorted = [...traits].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], "en"));
  return { costs, average: paid > 0 ? sum / paid : null, icons, strengths, traits: sorted, types, plots, ...stats };
}

/** Whole numbers below `n`, each as likely as the others. */
function below(n: number): number {
  const limit = Math.floor(2 ** 32 / n) * n;
  const drawn = new Uint32Array(1);
  do crypto.getRandomValues(drawn);
  while ((drawn[0] ?? 0) >= limit);
  return (drawn[0] ?? 0) % n;
}

export function shuffled<T>(list: T[], random: (n: number) => number = below): T[] {
  const cards = [...list];
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const j = random(i + 1);
    [cards[i], cards[j]] = [cards[j] as T, cards[i] as T];
  }
  return cards;
}

/** The draw deck, a copy at a time. */
export const drawDeck = (slots: Slot[]): Slot[] => slots.filter((slot) => slot.type !== "plot").flatMap((slot) => Array.from({ length: slot.count }, () => slot));

/** Cards of a hand before the first round. */
export const HAND = 7;

export interface Sample {
  hand: Slot[];
  deck: Slot[];
  mulligan: boolean;
}

export function sample(slots: Slot[], mulligan = false): Sample {
  const cards = shuffled(drawDeck(slots));
  return { hand: cards.slice(0, HAND), deck: cards.slice(HAND), mulligan };
}

export const draw = ({ hand, deck, mulligan }: Sample, n: number): Sample => ({ hand: [...hand, ...deck.slice(0, n)], deck: deck.slice(n), mulligan });
