// Finding cards: the words and letters that players know from the deck site, and the filters of the page, which stand in its address.
import type { CardFacts } from "./api";

/** One part of a search: what is looked for, and whether it must not be there. */
type Test = (card: CardFacts) => boolean;

const small = (text: string) => text.toLowerCase().replaceAll("’", "'");
const textOf = (card: CardFacts) => (Array.isArray(card.text) ? card.text.join("\n") : (card.text ?? ""));
const truth = (value: string) => !/^(0|n|no|false|-)$/.test(value);
const icons = { m: "military", g: "intrigue", p: "power" } as const;
const numbers: Record<string, (card: CardFacts) => number | string | null | undefined> = {
  o: (card) => card.cost,
  s: (card) => card.strength,
  n: (card) => card.plotStats?.income,
  v: (card) => card.plotStats?.initiative,
  b: (card) => card.plotStats?.claim,
  h: (card) => card.plotStats?.reserve,
  y: (card) => card.quantity,
  c: (card) => Number(card.code.slice(0, 2)),
};

/** A search word with its letter: `o<3`, `t!event`, `x:"draw 2"`. */
function lettered(letter: string, sign: string, value: string, packName: (code?: string | null) => string): Test | null {
  const values = small(value).split("|").filter(Boolean);
  if (values.length === 0) return null;
  const one = (fits: (card: CardFacts, value: string) => boolean): Test => (card) => values.some((v) => fits(card, v)) !== (sign === "!");
  const number = numbers[letter];
  if (number) {
    return one((card, v) => {
      const has = number(card);
      if (has === null || has === undefined) return false;
      if (sign === "<") return typeof has === "number" && has < Number(v);
      if (sign === ">") return typeof has === "number" && has > Number(v);
      return String(has).toLowerCase() === v;
    });
  }
  if (sign === "<" || sign === ">") return null;
  if (letter in icons) return one((card, v) => (card.icons?.[icons[letter as keyof typeof icons]] ?? false) === truth(v));
  switch (letter) {
    case "x":
      return one((card, v) => small(textOf(card)).includes(v));
    case "f":
      return one((card, v) => card.faction.startsWith(v) || (card.faction === "thenightswatch" && "night's watch".startsWith(v)));
    case "t":
      return one((card, v) => card.type.startsWith(v));
    case "k":
      return one((card, v) => (card.traits ?? []).some((t) => small(t).includes(v)));
    case "l":
      return one((card, v) => (card.loyal ?? false) === truth(v));
    case "u":
      return one((card, v) => (card.unique ?? false) === truth(v));
    case "e":
      return one((card, v) => small(card.pack ?? "") === v || small(packName(card.pack)).includes(v));
    default:
      return null;
  }
}

/** A typed search as a test of cards; every part must hold. */
export function searching(typed: string, packName: (code?: string | null) => string): Test {
  const tests = [...typed.matchAll(/(?:([a-z])([:!<>]))?("[^"]*"?|[^\s"]+)/gi)].flatMap(([, letter, sign, raw]): Test[] => {
    const value = (raw ?? "").replaceAll('"', "");
    if (letter && sign) {
      const test = lettered(letter.toLowerCase(), sign, value, packName);
      if (test) return [test];
    }
    const word = small(letter && sign ? `${letter}${sign}${value}` : value);
    if (word === "") return [];
    return [(card) => small([card.name, card.code, card.type, card.faction, (card.traits ?? []).join(" "), (card.keywords ?? []).join(" "), packName(card.pack), textOf(card)].join(" ")).includes(word)];
  });
  return (card) => tests.every((test) => test(card));
}

/** What the page's controls ask for. */
export interface Wish {
  q: string;
  faction: string[];
  type: string[];
  icon: string[];
  cost: string[];
  str: string[];
  /** `unique`, `loyal`, `plain`. */
  mark: string[];
  pack: string;
  keyword: string;
  trait: string;
  sort: string;
}

const lists = ["faction", "type", "icon", "cost", "str", "mark"] as const;
const words = ["q", "pack", "keyword", "trait", "sort"] as const;
export type ListName = (typeof lists)[number];

export function wishOf(search: string): Wish {
  const params = new URLSearchParams(search);
  const list = (name: string) => (params.get(name) ?? "").split(",").filter(Boolean);
  const word = (name: string) => params.get(name) ?? "";
  return { q: word("q"), faction: list("faction"), type: list("type"), icon: list("icon"), cost: list("cost"), str: list("str"), mark: list("mark"), pack: word("pack"), keyword: word("keyword"), trait: word("trait"), sort: word("sort") };
}

/** The wish as the tail of an address: empty, or with its question mark. */
export function tailOf(wish: Wish): string {
  const params = new URLSearchParams();
  for (const name of words) if (wish[name] !== "") params.set(name, wish[name]);
  for (const name of lists) if (wish[name].length > 0) params.set(name, wish[name].join(","));
  const tail = params.toString().replaceAll("%2C", ",");
  return tail === "" ? "" : `?${tail}`;
}

/** How many filters are on, the search words aside. */
export const filtersOf = (wish: Wish): number => lists.filter((name) => wish[name].length > 0).length + (wish.pack ? 1 : 0) + (wish.keyword ? 1 : 0) + (wish.trait ? 1 : 0);

/** `Ambush (4)` goes by `Ambush`. */
export const keywordName = (keyword: string) => (keyword.startsWith("No ") ? "No attachments" : keyword.replace(/ \(.*$/, "").replace(/ \d+$/, ""));

/** Numbers from eight on stand under one button. */
export const MOST = 8;
export const stepOf = (n: number | string | null | undefined): string | null => (n === null || n === undefined ? null : typeof n === "number" && n >= MOST ? `${MOST}+` : String(n));

const factionOrder = ["baratheon", "greyjoy", "lannister", "martell", "thenightswatch", "stark", "targaryen", "tyrell", "neutral"];
const low = (n: number | string | null | undefined) => (typeof n === "number" ? n : 99);
const byName = (a: CardFacts, b: CardFacts) => a.name.localeCompare(b.name, "en") || a.code.localeCompare(b.code);
const orders: Record<string, (a: CardFacts, b: CardFacts) => number> = {
  name: byName,
  cost: (a, b) => low(a.cost) - low(b.cost) || byName(a, b),
  str: (a, b) => low(a.strength) - low(b.strength) || byName(a, b),
  faction: (a, b) => factionOrder.indexOf(a.faction) - factionOrder.indexOf(b.faction) || a.type.localeCompare(b.type) || byName(a, b),
};

/** The cards that are wished for, in the order that is wished for. */
export function findCards(cards: CardFacts[], wish: Wish, packName: (code?: string | null) => string): CardFacts[] {
  const typed = searching(wish.q, packName);
  const within = (list: string[], value: string | null) => list.length === 0 || (value !== null && list.includes(value));
  const found = cards.filter(
    (card) =>
      within(wish.faction, card.faction) && within(wish.type, card.type) && within(wish.cost, stepOf(card.cost)) && within(wish.str, stepOf(card.strength)) &&
      wish.icon.every((icon) => card.icons?.[icon as keyof NonNullable<CardFacts["icons"]>] === true) &&
      wish.mark.every((mark) => (mark === "unique" ? card.unique === true : mark === "loyal" ? card.loyal === true : card.loyal !== true)) &&
      (wish.pack === "" || card.pack === wish.pack) && (wish.keyword === "" || (card.keywords ?? []).some((k) => keywordName(k) === wish.keyword)) &&
      (wish.trait === "" || (card.traits ?? []).includes(wish.trait)) && typed(card),
  );
  const order = orders[wish.sort];
  return order ? found.sort(order) : found;
}
