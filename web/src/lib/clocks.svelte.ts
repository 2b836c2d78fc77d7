// The clocks of a table, counted down here between two messages of the room.
import { getContext, setContext } from "svelte";

import type { Clocks } from "./generated/Clocks";

const KEY = Symbol("clocks");
/** Below so many seconds the time is little. */
export const LOW = 30;
/** What the room tells differs a little from what was counted here, by the way of the message: so much is not shown as a jump. */
const SMOOTH = 700;
const TICK = 200;

interface Hand {
  /** Milliseconds, at `at`: until the clock begins to run down, and until it has. */
  free: number;
  left: number;
  runs: boolean;
  flagged: boolean;
}

export interface Face {
  seconds: number;
  runs: boolean;
  low: boolean;
  flagged: boolean;
}

export class TableClocks {
  #hands = $state.raw<(Hand | null)[]>([]);
  #at = 0;
  #now = $state(0);
  stopped = $state(false);

  /** What the room told; `now` in milliseconds of a clock that only goes on. */
  read(told: Clocks | undefined, now = performance.now()): void {
    if (!told) {
      this.#hands = [];
      return;
    }
    const before = this.#hands.map((hand) => hand && this.#moved(hand, now));
    this.#hands = told.seats.map((seat, place) => {
      if (seat.left === null) return null;
      const hand: Hand = { free: seat.free, left: seat.left, runs: seat.runs && !told.stopped, flagged: seat.flagged };
      const known = before[place];
      const near = known && known.runs && hand.runs && Math.abs(known.free + known.left - hand.free - hand.left) < SMOOTH;
      return near ? { ...hand, free: known.free, left: known.left } : hand;
    });
    this.stopped = told.stopped;
    this.#at = this.#now = now;
  }

  #moved(hand: Hand, now: number): Hand {
    if (!hand.runs) return hand;
    const passed = Math.max(0, now - this.#at);
    return { ...hand, free: Math.max(0, hand.free - passed), left: hand.left - Math.max(0, passed - hand.free) };
  }

  /** Goes on counting until what this gives back is called. */
  start(): () => void {
    const timer = setInterval(() => this.tick(), TICK);
    return () => clearInterval(timer);
  }

  tick(now = performance.now()): void {
    if (this.#hands.some((hand) => hand?.runs)) this.#now = now;
  }

  get shown(): boolean {
    return this.#hands.length > 0;
  }

  /** What a seat's clock shows; null where it has none. */
  face(seat: number): Face | null {
    const hand = this.#hands[seat];
    if (!hand) return null;
    const { left, runs, flagged } = this.#moved(hand, this.#now);
    const seconds = Math.max(0, Math.ceil(left / 1000));
    return { seconds, runs, low: seconds < LOW || flagged, flagged };
  }
}

export const setClocks = (clocks: TableClocks): TableClocks => setContext(KEY, clocks);
export const useClocks = (): TableClocks | undefined => getContext<TableClocks | undefined>(KEY);
