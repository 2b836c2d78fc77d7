// An answer in the making, kept by meaning: the list of wanted actions. The engine lists sets in one order only (docs/decisions/0003),
// so the picks are found by walking its questions: at each stage the first listed action that is wanted.
import type { BoardAction, BoardAsked, BoardChoice } from "./types";

export interface Draft {
  decision: number;
  first: BoardAsked;
  /** In the order in which the person picked. */
  wanted: BoardAction[];
  picks: number[];
  /** What is asked next; `null` when the picks are a whole answer. */
  next: BoardAsked | null;
  /** What was asked before each pick. */
  stages: BoardAsked[];
}

/** Asks the room what follows these picks; `null` when they are a whole answer. */
export type Preview = (picks: number[]) => Promise<BoardAsked | null>;

export class DoesNotFit extends Error {}

export const startDraft = (asked: BoardAsked): Draft => ({ decision: asked.decision, first: asked, wanted: [], picks: [], next: asked, stages: [] });

export const sameAction = (a: BoardAction, b: BoardAction): boolean => {
  const [left, right] = [Object.entries(a), b as unknown as Record<string, unknown>];
  return left.length === Object.keys(b).length && left.every(([key, value]) => right[key] === value);
};

/** The draft in which exactly these actions are wanted. Throws when they do not go together. */
export async function draftOf(first: BoardAsked, wanted: BoardAction[], preview: Preview): Promise<Draft> {
  const rest = [...wanted];
  const picks: number[] = [];
  const stages: BoardAsked[] = [];
  let next: BoardAsked | null = first;
  while (rest.length > 0) {
    // What is put in an order is picked in the order of the person.
    const listed: BoardChoice | undefined = first.kind === "order" ? next?.legal.find((choice) => rest[0] && sameAction(choice.action, rest[0])) : next?.legal.find((choice) => rest.some((action) => sameAction(action, choice.action)));
    if (!next || !listed) throw new DoesNotFit();
    rest.splice(rest.findIndex((action) => sameAction(action, listed.action)), 1);
    stages.push(next);
    picks.push(listed.index);
    next = await preview(picks);
  }
  return { decision: first.decision, first, wanted, picks, next, stages };
}

/** How often an action is wanted. */
export const timesWanted = (draft: Draft, action: BoardAction): number => draft.wanted.filter((other) => sameAction(other, action)).length;

/** The areas that an action names; the one that a click on the map means comes first. */
export function areasOf(action: BoardAction): string[] {
  switch (action.verb) {
    case "move":
      return [action.to];
    case "muster":
      return action.at === action.area ? [action.area] : [action.at, action.area];
    default:
      return "area" in action ? [action.area] : [];
  }
}

/** Choices by the area that they are about. */
export function byArea(choices: BoardChoice[]): Map<string, BoardChoice[]> {
  const map = new Map<string, BoardChoice[]>();
  for (const choice of choices) {
    const [area] = areasOf(choice.action);
    if (area !== undefined) map.set(area, [...(map.get(area) ?? []), choice]);
  }
  return map;
}

const closing = new Set(["done", "pass", "no_target", "no_token"]);
export const closes = (choice: BoardChoice): boolean => closing.has(choice.action.verb);

/** Questions for units of which the person picks a set: so many, or as many as one likes. */
export const wholeSets = new Set(["destroy", "casualties"]);
export const freeSets = new Set(["muster", "reconcile", "upgrade"]);

const distinct = (choices: BoardChoice[]): BoardChoice[] => choices.filter((choice, i) => choices.findIndex((other) => sameAction(other.action, choice.action)) === i);

/** Whether these actions can be part of one answer. What the engine must have before them is filled in. */
async function fits(first: BoardAsked, wanted: BoardAction[], preview: Preview): Promise<boolean> {
  const rest = [...wanted];
  const picks: number[] = [];
  for (let next: BoardAsked | null = first; rest.length > 0; next = await preview(picks)) {
    const open: BoardChoice[] = next?.legal.filter((choice) => !closes(choice)) ?? [];
    const listed = open.find((choice) => rest.some((action) => sameAction(action, choice.action))) ?? open[0];
    if (!listed) return false;
    const at = rest.findIndex((action) => sameAction(action, listed.action));
    if (at >= 0) rest.splice(at, 1);
    picks.push(listed.index);
  }
  return true;
}

/** All that a set of so many may hold: the engine lists ascending, so that the last come into sight once the first are picked. */
async function allOf(first: BoardAsked, preview: Preview): Promise<BoardChoice[]> {
  const all: BoardChoice[] = [];
  const picks: number[] = [];
  for (let next: BoardAsked | null = first; next; next = await preview(picks)) {
    const [lowest] = next.legal;
    all.push(...next.legal);
    if (!lowest || closes(lowest)) break;
    picks.push(lowest.index);
  }
  return distinct(all).filter((choice) => !closes(choice));
}

/** The draft of a set of units: whatever can still go with what is wanted is offered, before or after it in the engine's order. */
export async function setOf(first: BoardAsked, wanted: BoardAction[], preview: Preview, may: (action: BoardAction) => boolean): Promise<Draft> {
  if (!wholeSets.has(first.topic)) {
    const draft = await draftOf(first, wanted, preview);
    if (draft.next === null) return draft;
    const more = draft.stages.flatMap(({ legal }) => legal).filter((choice) => !closes(choice) && may(choice.action));
    const open = draft.next.legal.filter((choice) => !closes(choice));
    return { ...draft, next: { ...draft.next, legal: [...distinct([...more, ...open]), ...draft.next.legal.filter(closes)] } };
  }
  if (!(await fits(first, wanted, preview))) throw new DoesNotFit();
  if (wanted.length >= first.min) return draftOf(first, wanted, preview);
  const all = await allOf(first, preview);
  const legal: BoardChoice[] = [];
  // Another of the same kind only where there is one; for all others a click tells.
  for (const choice of all) if (!wanted.some((action) => sameAction(action, choice.action)) || (await fits(first, [...wanted, choice.action], preview))) legal.push(choice);
  return { decision: first.decision, first, wanted, picks: [], next: { ...first, legal }, stages: [{ ...first, legal: all }] };
}
