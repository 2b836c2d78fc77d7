// The round as the ribbon shows it: phases, and the framework steps of each (rule ids RR.fw.<step>).
import type { Phase } from "./generated/Phase";

export const phases: Phase[] = ["plot", "draw", "marshaling", "challenges", "dominance", "standing", "taxation"];

const steps: Partial<Record<Phase, string[]>> = {
  plot: ["1.1", "1.2", "1.3", "1.4"],
  draw: ["2.1", "2.2", "2.3"],
  marshaling: ["3.1", "3.2", "3.3"],
  challenges: ["4.1", "4.2", "4.2.1", "4.2.2", "4.2.3", "4.2.4", "4.2.5", "4.3"],
  dominance: ["5.1", "5.2", "5.3"],
  standing: ["6.1", "6.2", "6.3"],
  taxation: ["7.1", "7.2", "7.3", "7.4", "7.5"],
};

export interface Marks {
  total: number;
  /** The step that runs, from 0; -1 if it is none of the known ones. */
  now: number;
}

/** Where in its phase a step id stands. Unknown finer steps count as the step they are part of. */
export function marks(phase: Phase, step: string): Marks {
  const list = steps[phase] ?? [];
  const id = step.replace(/^RR\.fw\./, "");
  let now = -1;
  list.forEach((known, i) => {
    if (id === known || id.startsWith(`${known}.`)) now = i;
  });
  return { total: list.length, now };
}

export const phaseState = (phase: Phase, current: Phase): "done" | "now" | "later" => {
  const at = phases.indexOf(current);
  const own = phases.indexOf(phase);
  return own === at ? "now" : own < at ? "done" : "later";
};
