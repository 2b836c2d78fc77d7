// The typed face of what comes over the wire. Only this file knows that the game's part of a message is plain JSON.
import type { Event } from "./generated/Event";
import type { Outcome } from "./generated/Outcome";
import type { PromptValue } from "./generated/PromptValue";
import type { SeatInfo } from "./generated/SeatInfo";
import type { State } from "./generated/State";
import type { View } from "./generated/View";
import { withSeats } from "./voice";

/** A prompt with its legal picks, as `State.prompt` and the reply to `preview` carry it. */
export type Asked = PromptValue;

export interface Entry {
  seq: number;
  event: Event;
}

export interface Room {
  room: string;
  version: number;
  seats: SeatInfo[];
  me: number | null;
  /** Null until the game has begun. */
  view: View | null;
  prompt: Asked | null;
  canWithdraw: boolean;
  outcome: Outcome | null;
  /** The room in which these players play again. */
  rematch: string | null;
  /** Why the room cannot go on. */
  paused: string | null;
  /** I play every seat: `me` is the one that is asked. */
  analysis: boolean;
  /** Seen over the shoulder of the seat that `me` names. */
  eyes: boolean;
  /** The game begins with a position: nobody brings a deck. */
  position: boolean;
}

export function readState(state: State): { room: Room; entries: Entry[] } {
  const { seats } = state;
  // Who plays every seat, or looks over a shoulder, is none of them.
  const me = state.analysis || state.eyes !== undefined ? null : state.me;
  const view = state.view as unknown as View | null;
  return {
    room: {
      room: state.room,
      version: Number(state.version),
      seats,
      me: state.me,
      view: view && Array.isArray(view.cards) ? { ...view, lasting: withNames(view.lasting, seats, me) } : null,
      prompt: withNames(state.prompt as unknown as Asked | null, seats, me),
      canWithdraw: state.can_withdraw,
      outcome: withNames((state.outcome as unknown as Outcome | null) ?? view?.outcome ?? null, seats, me),
      rematch: state.rematch ?? null,
      paused: state.paused ?? null,
      analysis: state.analysis ?? false,
      eyes: state.eyes !== undefined,
      position: state.position ?? false,
    },
    entries: state.events.map((entry) => ({ seq: Number(entry.seq), event: withNames(entry.event as unknown as Event, seats, me) })),
  };
}

/** What a `preview` says: the next prompt, or `null` when these picks are a whole answer. */
export function readPreview(value: unknown): Asked | null {
  if (value === null || typeof value !== "object") return null;
  const asked = value as Partial<Asked>;
  return asked.complete === true || !Array.isArray(asked.legal) ? null : (value as Asked);
}

/** Sentences name a seat as `{P1}`: the player's name goes there, or "you", in every text of a value. */
export function withNames<T>(value: T, seats: SeatInfo[], me: number | null): T {
  if (typeof value === "string") return withSeats(value, seats, me) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => withNames(item, seats, me)) as T;
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNames(item as unknown, seats, me)])) as T;
  return value;
}

export interface Reason {
  message: string;
  rule: string | null;
}

/** `WhenRevealed: …` as words. */
const plainHead = (message: string) => message.replace(/^([A-Z][a-z]+)([A-Z])([a-z]+):/, (_, first: string, letter: string, rest: string) => `${first} ${letter.toLowerCase()}${rest}:`);

/** The reasons of an `explain`, whether they come as rows, as sentences or wrapped. */
export function readReasons(value: unknown): Reason[] {
  const rows = Array.isArray(value) ? value : value && typeof value === "object" && "reasons" in value ? (value as { reasons: unknown }).reasons : [];
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: unknown): Reason[] => {
    if (typeof row === "string") return [{ message: row, rule: null }];
    if (row && typeof row === "object" && "message" in row) {
      const { message, rule } = row as { message: unknown; rule?: unknown };
      return [{ message: plainHead(String(message)), rule: typeof rule === "string" ? rule : null }];
    }
    return [];
  });
}
