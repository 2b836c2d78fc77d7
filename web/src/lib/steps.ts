// The round as the ribbon shows it: phases, and the steps of each that a person can tell apart (rule ids RR.fw.<step>).
import type { Phase } from "./generated/Phase";

export const phases: Phase[] = ["plot", "draw", "marshaling", "challenges", "dominance", "standing", "taxation"];

const steps: Partial<Record<Phase, string[]>> = {
  plot: ["1.1", "1.2", "1.3", "1.aw"],
  draw: ["2.2", "2.aw"],
  marshaling: ["3.2", "3.aw"],
  challenges: ["4.aw1", "4.2", "4.aw2", "4.2.1", "4.aw3", "4.2.2", "4.2.3", "4.2.4", "4.2.5"],
  dominance: ["5.2", "5.aw"],
  standing: ["6.2", "6.aw"],
  taxation: ["7.2", "7.3", "7.aw"],
};

// Steps that only end something count as the last of their phase.
const ends = new Set(["1.5", "2.3", "3.4", "4.2.6", "4.4", "5.3", "6.3", "7.5"]);

export interface Marks {
  total: number;
  /** The step that runs, from 0; -1 if it is none of the known ones. */
  now: number;
}

/** Where in its phase a step id stands. Finer steps count as the step they are part of. */
export function marks(phase: Phase, step: string): Marks {
  const list = steps[phase] ?? [];
  const id = step.replace(/^RR\.fw\./, "");
  if (ends.has(id)) return { total: list.length, now: list.length - 1 };
  const parts = id.split(".");
  for (let cut = parts.length; cut > 0; cut -= 1) {
    const now = list.indexOf(parts.slice(0, cut).join("."));
    if (now >= 0) return { total: list.length, now };
  }
  return { total: list.length, now: -1 };
}

export const phaseState = (phase: Phase, current: Phase): "done" | "now" | "later" => {
  const at = phases.indexOf(current);
  const own = phases.indexOf(phase);
  return own === at ? "now" : own < at ? "done" : "later";
};
