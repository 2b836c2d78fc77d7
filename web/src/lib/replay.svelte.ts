// A finished game step by step: which step is shown, as whom one looks, and the log up to there. Any game's table can be walked.
import { api, messageOf } from "./api";
import type { OpenedReplay } from "./generated/OpenedReplay";
import type { Moment } from "./generated/Moment";
import type { ReplayStep } from "./generated/ReplayStep";
import type { ReplayStory } from "./generated/ReplayStory";
import type { SeatInfo } from "./generated/SeatInfo";
import type { State } from "./generated/State";
import { router } from "./router.svelte";
import { texts } from "./texts";

/** How long a step rests before the address tells it: browsers count how often an address changes. */
const SETTLE = 400;
/** Steps that are kept, by whoever looks. */
const KEPT = 400;

/** Where a game comes from that is walked through. */
export interface Source {
  step: (step: number, look: Look) => Promise<ReplayStep>;
  story: (look: Look) => Promise<ReplayStory>;
  /** The address of its page. */
  path: string;
  /** The room in which it was played; a file has none. */
  room: string | null;
  /** What the file proves. */
  told?: OpenedReplay;
}

/** A game that was played here. */
export const ofRoom = (room: string): Source => ({
  step: (step, look) => api.replayStep(room, step, look),
  story: (look) => api.replayStory(room, look),
  path: `/room/${room}/replay`,
  room,
});

export interface Walked {
  /** How many events stand in the log. */
  logged: () => number;
  take: (state: State, first: boolean) => void | Promise<void>;
}

/** As whom one looks: everything open, nobody in particular, or a seat by its number. */
export type Look = "all" | "watcher" | `${number}`;

const asLook = (text: string | null): Look => (text !== null && (text === "watcher" || /^\d$/.test(text)) ? (text as Look) : "all");

export class Walk {
  step = $state(0);
  steps = $state(0);
  by = $state<number | null>(null);
  look = $state<Look>("all");
  /** Steps a second, while it plays by itself. */
  speed = $state(1);
  playing = $state(false);
  problem = $state("");
  moments = $state.raw<Moment[]>([]);
  seats = $state.raw<SeatInfo[]>([]);
  commitment = $state<string | null>(null);
  /** Where each round begins. */
  rounds = $derived(this.moments.filter((moment, n) => moment.round !== this.moments[n - 1]?.round));
  #known = new Map<string, Promise<ReplayStep>>();
  #stories = new Map<Look, Promise<ReplayStory>>();
  #laid = { look: "", step: -1 };
  #settled: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly source: Source,
    readonly table: Walked,
  ) {}

  /** Begins where the address says. */
  begin(): void {
    const asked = new URLSearchParams(router.search);
    this.look = asLook(asked.get("as"));
    void this.show(Number(asked.get("step") ?? 0) || 0);
  }

  async show(wanted: number): Promise<void> {
    const at = Math.max(0, this.steps === 0 ? wanted : Math.min(wanted, this.steps));
    this.step = at;
    const look = this.look;
    try {
      const story = await this.#story(look);
      this.steps = story.steps;
      if (at > story.steps) return await this.show(story.steps);
      const found = await this.#at(at, look);
      if (this.step !== at || this.look !== look) return;
      this.moments = story.moments;
      this.commitment = story.commitment;
      this.seats = found.seats;
      this.by = found.by;
      await this.#lay(found, story, look);
      if (at >= this.steps) this.playing = false;
      else void this.#at(at + 1, look).catch(() => undefined);
      this.#tell();
    } catch (error) {
      this.playing = false;
      this.problem = messageOf(error, texts.replay.failed);
    }
  }

  /** Looks with other eyes. */
  async lookAs(look: string): Promise<void> {
    this.look = asLook(look);
    await this.show(this.step);
  }

  /** The next round, or the one before: first to the beginning of this one. */
  round(by: 1 | -1): void {
    const next = by === 1 ? this.rounds.find(({ step }) => step > this.step) : this.rounds.findLast(({ step }) => step < this.step);
    void this.show(next?.step ?? (by === 1 ? this.steps : 0));
  }

  /** The round and the phase of this step. */
  get moment(): Moment | undefined {
    return this.moments.findLast(({ step }) => step <= this.step);
  }

  /** The address of this moment, seen with these eyes. */
  get link(): string {
    return `${this.source.path}?step=${this.step}${this.look === "all" ? "" : `&as=${this.look}`}`;
  }

  #at(step: number, look: Look): Promise<ReplayStep> {
    const key = `${look} ${step}`;
    let found = this.#known.get(key);
    if (!found) {
      found = this.source.step(step, look);
      found.catch(() => this.#known.delete(key));
      if (this.#known.size >= KEPT) this.#known.delete(this.#known.keys().next().value ?? "");
      this.#known.set(key, found);
    }
    return found;
  }

  #story(look: Look): Promise<ReplayStory> {
    let story = this.#stories.get(look);
    if (!story) {
      story = this.source.story(look);
      story.catch(() => this.#stories.delete(look));
      this.#stories.set(look, story);
    }
    return story;
  }

  /** Puts a step on the table, with everything that was told by then. */
  async #lay(found: ReplayStep, story: ReplayStory, look: Look): Promise<void> {
    const events = story.events.slice(0, story.told[found.step]).map((entry, seq) => ({ ...entry, seq }));
    // Played forward, the new events come after those that stand in the log; else the log is laid anew.
    const forward = this.#laid.look === look && this.#laid.step === found.step - 1 && this.table.logged() > 0;
    this.#laid = { look, step: found.step };
    const me = /^\d$/.test(look) ? Number(look) : null;
    await this.table.take({ room: this.source.room ?? found.room, version: found.step, kind: found.kind, seats: found.seats, me, ...(me === null ? {} : { eyes: me }), view: found.view, prompt: null, events, can_withdraw: false, outcome: null }, !forward);
  }

  #tell(): void {
    clearTimeout(this.#settled);
    this.#settled = setTimeout(() => {
      if (router.path === this.source.path && this.link !== router.path + router.search) router.replace(this.link);
    }, SETTLE);
  }
}
