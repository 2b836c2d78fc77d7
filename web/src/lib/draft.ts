// An answer in the making. A person picks in any order; the engine lists each set in one order only, and by position. So a draft keeps
// the prompt of every stage, and a change in the middle is built again from there by meaning, not by position.
import type { Action } from "./generated/Action";
import type { Choice } from "./generated/Choice";
import type { Asked } from "./wire";

export interface Step {
  /** What was asked before this pick. */
  asked: Asked;
  choice: Choice;
}

export interface Draft {
  decision: number;
  steps: Step[];
  /** What is asked next; `null` when the picks are a whole answer. */
  next: Asked | null;
}

/** Asks the server what follows these picks; `null` when they are a whole answer. Rejects when they are refused. */
export type Preview = (picks: number[]) => Promise<Asked | null>;

export const startDraft = (asked: Asked): Draft => ({ decision: asked.decision, steps: [], next: asked });

export const picksOf = (steps: Step[]): number[] => steps.map((step) => step.choice.index);

export const sameAction = (a: Action, b: Action): boolean => {
  const keys = Object.keys(a) as (keyof Action)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
};

/** The card that an action is about, if it is about one. */
export const cardOf = (action: Action): string | null => ("card" in action ? action.card : null);

/** The card or the player that an action is about: what sets are made of. */
export const thingOf = (action: Action): string | null => cardOf(action) ?? (action.verb === "player" ? `P${action.seat + 1}` : null);

export async function pick(draft: Draft, choice: Choice, preview: Preview): Promise<Draft> {
  if (!draft.next) throw new Error("the answer is complete");
  const steps = [...draft.steps, { asked: draft.next, choice }];
  return { ...draft, steps, next: await preview(picksOf(steps)) };
}

/** Takes back the last pick. Needs no server: the prompt of that stage is kept. */
export function unpick(draft: Draft): Draft {
  const last = draft.steps.at(-1);
  return last ? { ...draft, steps: draft.steps.slice(0, -1), next: last.asked } : draft;
}

/** Thrown when picks do not go together; the draft stays as it was. */
export class DoesNotFit extends Error {}

/** Keeps the first `from` steps and makes these actions follow them. */
async function rebuild(draft: Draft, from: number, actions: Action[], preview: Preview): Promise<Draft> {
  const steps = draft.steps.slice(0, from);
  let next: Asked | null = draft.steps[from]?.asked ?? draft.next;
  for (const action of actions) {
    const choice = next?.legal.find((c) => sameAction(c.action, action));
    if (!next || !choice) throw new DoesNotFit();
    steps.push({ asked: next, choice });
    next = await preview(picksOf(steps));
  }
  return { ...draft, steps, next };
}

/** Takes one pick out of the middle; what was picked after it stays if it still can. */
export async function removeStep(draft: Draft, at: number, preview: Preview): Promise<Draft> {
  const stage = draft.steps[at];
  if (!stage) return draft;
  const later = draft.steps.slice(at + 1);
  // Picks of later stages depend on this one (the targets of a stealthy attacker): only those of the same set are kept.
  const same = later.filter((step) => step.asked.topic === stage.asked.topic && thingOf(step.choice.action) !== null);
  try {
    return await rebuild(draft, at, same.map((step) => step.choice.action), preview);
  } catch (error) {
    if (!(error instanceof DoesNotFit)) throw error;
    return { ...draft, steps: draft.steps.slice(0, at), next: stage.asked };
  }
}

/** The steps of the set that is being picked now: the last steps with the topic (and the asker) of the open question. */
export function openSet(draft: Draft): { from: number; topic: string } | null {
  const last = draft.steps.at(-1);
  const asked = draft.next ?? last?.asked;
  if (!asked) return null;
  let from = draft.steps.length;
  while (from > 0) {
    const step = draft.steps[from - 1];
    if (!step || step.asked.topic !== asked.topic || step.asked.source !== asked.source || thingOf(step.choice.action) === null) break;
    from -= 1;
  }
  return { from, topic: asked.topic };
}

/** Choices that an earlier stage of the open set offered and that are still unpicked: a person may pick them out of order. */
export function lateChoices(draft: Draft): Choice[] {
  const set = openSet(draft);
  if (!set || set.from === draft.steps.length) return [];
  const steps = draft.steps.slice(set.from);
  const asked = steps[0]?.asked;
  const full = asked !== undefined && asked.max > 0 && steps.length >= asked.max;
  if (!asked || asked.kind === "order" || (full && asked.max > 1)) return [];
  const now = draft.next?.legal ?? [];
  const taken = (choice: Choice) => steps.some((step) => sameAction(step.choice.action, choice.action)) || now.some((c) => sameAction(c.action, choice.action));
  return asked.legal.filter((choice) => thingOf(choice.action) !== null && !taken(choice));
}

/** Adds a pick that only an earlier stage of the open set offered; a set of one is changed to it. */
export async function pickLate(draft: Draft, action: Action, preview: Preview): Promise<Draft> {
  const set = openSet(draft);
  if (!set) throw new DoesNotFit();
  const steps = draft.steps.slice(set.from);
  if (steps[0]?.asked.max === 1) return rebuild(draft, set.from, [action], preview);
  let at = -1;
  steps.forEach((step, i) => {
    if (step.asked.legal.some((choice) => sameAction(choice.action, action))) at = i;
  });
  if (at < 0) throw new DoesNotFit();
  return rebuild(draft, set.from + at, [action, ...steps.slice(at).map((step) => step.choice.action)], preview);
}
