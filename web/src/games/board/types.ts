// What the board game says over the wire, as the crate's types tell it (`cargo xtask types`), by the names that the client uses.
import type { BoardEvent } from "../../lib/generated/board/BoardEvent";
import type { BoardView } from "../../lib/generated/board/BoardView";
import type { PromptValue } from "../../lib/generated/board/PromptValue";
import type { Outcome } from "../../lib/generated/Outcome";
import type { SeatInfo } from "../../lib/generated/SeatInfo";

export type { AreaView } from "../../lib/generated/board/AreaView";
export type { Ban } from "../../lib/generated/board/Ban";
export type { BoardAction } from "../../lib/generated/board/BoardAction";
export type { Choice as BoardChoice } from "../../lib/generated/board/Choice";
export type { CombatView } from "../../lib/generated/board/CombatView";
export type { Strength } from "../../lib/generated/board/Strength";
export type { Track } from "../../lib/generated/board/Track";
export type { Unit } from "../../lib/generated/board/Unit";
export type { Units } from "../../lib/generated/board/Units";
export type { BoardEvent, BoardView };

/** A question with its legal picks. */
export type BoardAsked = PromptValue;

export interface BoardEntry {
  seq: number;
  event: BoardEvent;
}

export interface BoardRoom {
  room: string;
  version: number;
  seats: SeatInfo[];
  me: number | null;
  /** Seen over the shoulder of the seat that `me` names. */
  eyes?: boolean;
  view: BoardView | null;
  prompt: BoardAsked | null;
  canWithdraw: boolean;
  outcome: Outcome | null;
  rematch: string | null;
  paused: string | null;
}
