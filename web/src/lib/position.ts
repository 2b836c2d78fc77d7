// Position texts: the text that is being written, its lines, and examples to begin with.

/** The longest text that the server reads, in bytes. */
export const LONGEST = 32 * 1024;

/** The puzzle of docs/position-text.md; a test compares them. */
const puzzle = `maester position 1
rulings: reference
format: joust
round 3 phase challenges at window first P1
chance: seed 7

seat P1
  faction: stark
  gold: 2
  power: 4
  plot: 01009
  play: 01146(power 2)[+01035 =01146]   # Robb Stark, Milk of the Poppy on him, a duplicate under him
  play: "Grey Wind" 01156(kneeling)     # a title stands in quotes
  hand: 2x01157
  plots: 01013
  used: 01001
  deck: 4x01157 "Ice"                   # the top first

seat P2
  faction: lannister(kneeling)
  gold: 0
  plot: 01004
  play: 01084
  shadows:
  dead: 01089
  plots: 01005
  deck: 3x01099
`;

const empty = `maester position 1
format: joust
round 1 phase plot at plots first P1

seat P1
  faction: stark
  play:             # characters and locations
  hand:
  plots: "A Noble Cause" "Sneak Attack" "A Storm of Swords"
  deck: 20x01157    # what is drawn, the top first

seat P2
  faction: lannister
  play:
  hand:
  plots: "A Noble Cause" "Sneak Attack" "A Storm of Swords"
  deck: 20x01099
`;

export const examples = { puzzle, empty };

/** The line, from 1, in which this place of the text lies. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split("\n").length;

/** From where to where a line reaches, without its end; a line beyond the last is the last. */
export function spanOf(text: string, line: number): [number, number] {
  const lines = text.split("\n");
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const start = lines.slice(0, index).reduce((sum, l) => sum + l.length + 1, 0);
  return [start, start + (lines[index]?.length ?? 0)];
}

/** Errors by their line, in order. */
export function byLine<T extends { line: number }>(errors: T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const error of [...errors].sort((a, b) => a.line - b.line)) found.set(error.line, [...(found.get(error.line) ?? []), error]);
  return found;
}

/** How long a text is as the server counts it. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const KEY = "maester-position";

/** The text that was written last in this tab, or the puzzle. */
export function draftText(): string {
  try {
    return sessionStorage.getItem(KEY) ?? puzzle;
  } catch {
    return puzzle;
  }
}

/** Keeps the text for this tab: through a reload, and from a table to the page. */
export function keepText(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // A browser that stores nothing forgets the text with the page.
  }
}
