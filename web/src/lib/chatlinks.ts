// Cards that are named in what is said: `[[Ned]]` is a link where there is a card of that name, and stays text where there is none.

/** A card as a link shows it: its face by its code, or its name with a few lines. */
export interface Named {
  name: string;
  code: string | null;
  lines: string[];
}

/** What cards there are to be named, in a game. */
export interface Names {
  /** The card of this name. */
  find: (name: string) => Named | null;
  /** Names that begin so, or hold it, the nearest first. */
  like: (part: string) => string[];
}

export type Part = { text: string; card: Named | null };

/** The name without what people leave out: case, accents, marks. */
export const keyOf = (name: string): string => name.normalize("NFD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

/** Names that are offered at once. */
const OFFERED = 6;

export function namesOf(cards: Named[]): Names {
  const byKey = new Map<string, Named>();
  for (const card of cards) if (!byKey.has(keyOf(card.name))) byKey.set(keyOf(card.name), card);
  return {
    find: (name) => byKey.get(keyOf(name)) ?? null,
    like: (part) => {
      const key = keyOf(part);
      if (key === "") return [];
      const found = [...byKey].filter(([known]) => known.includes(key)).sort(([a], [b]) => Number(!a.startsWith(key)) - Number(!b.startsWith(key)) || a.length - b.length);
      return found.slice(0, OFFERED).map(([, card]) => card.name);
    },
  };
}

/** A line in its parts. Nothing in it is a mark but `[[…]]` around a card's name. */
export function partsOf(line: string, names: Names): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of line.matchAll(/\[\[([^[\]]{1,80})\]\]/g)) {
    const card = names.find(match[1] ?? "");
    if (!card) continue;
    if (match.index > from) parts.push({ text: line.slice(from, match.index), card: null });
    parts.push({ text: card.name, card });
    from = match.index + match[0].length;
  }
  if (from < line.length) parts.push({ text: line.slice(from), card: null });
  return parts;
}

/** The name that is being written at the end of `typed`, or `null`. */
export const openName = (typed: string): string | null => typed.match(/\[\[([^[\]]{1,80})$/)?.[1] ?? null;

/** The same with this name in the place of the one that is being written. */
export const withName = (typed: string, name: string): string => typed.replace(/\[\[[^[\]]*$/, `[[${name}]] `);
