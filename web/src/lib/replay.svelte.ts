// A finished game step by step: which step is shown, and its log with all that came before. Any game's table can be walked.
import { ApiError, api } from "./api";
import type { ReplayStep } from "./generated/ReplayStep";
import type { State } from "./generated/State";
import { texts } from "./texts";

/** How long the slider must rest before the steps between are asked for, and how many at once. */
const SETTLE = 350;
const TOGETHER = 6;

export interface Walked {
  /** How many events stand in the log. */
  logged: () => number;
  take: (state: State, first: boolean) => void | Promise<void>;
}

export class Walk {
  step = $state(0);
  steps = $state(0);
  by = $state<number | null>(null);
  playing = $state(false);
  problem = $state("");
  #known = new Map<number, ReplayStep>();

  constructor(
    readonly room: string,
    readonly table: Walked,
  ) {}

  async show(wanted: number): Promise<void> {
    const at = Math.max(0, this.steps === 0 ? wanted : Math.min(wanted, this.steps));
    this.step = at;
    try {
      const found = this.#known.get(at) ?? (await api.replayStep(this.room, at));
      this.#known.set(at, found);
      if (this.step !== at) return;
      this.steps = found.steps;
      this.by = found.by;
      await this.#lay(found);
      if (at >= this.steps) this.playing = false;
      void this.#fill(at);
    } catch (error) {
      this.playing = false;
      this.problem = error instanceof ApiError ? error.message : texts.replay.failed;
    }
  }

  /** Puts a step on the table, with the log of all steps before it that are known. */
  async #lay(found: ReplayStep): Promise<void> {
    const logged = [...this.#known.values()].filter((s) => s.step <= found.step).sort((a, b) => a.step - b.step);
    const events = logged.flatMap((s) => s.events).map((entry, seq) => ({ ...entry, seq }));
    // Played forward, the new events come after those that stand in the log; else the log is laid anew.
    const forward = this.table.logged() > 0 && this.table.logged() === events.length - found.events.length;
    await this.table.take({ room: this.room, version: found.step, kind: found.kind, seats: found.seats, me: null, view: found.view, prompt: null, events, can_withdraw: false, outcome: null }, !forward);
  }

  /** After a jump: asks for the steps between, so that the log misses nothing. A newer jump ends it. */
  async #fill(at: number): Promise<void> {
    const missing = Array.from({ length: at }, (_, i) => i).filter((n) => !this.#known.has(n));
    if (missing.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, SETTLE));
    while (missing.length > 0 && this.step === at) {
      const some = missing.splice(0, TOGETHER);
      await Promise.all(some.map(async (n) => this.#known.set(n, await api.replayStep(this.room, n)))).catch(() => (missing.length = 0));
    }
    const here = this.#known.get(at);
    if (this.step === at && here) await this.#lay(here);
  }
}
