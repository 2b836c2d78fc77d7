// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { CardView } from "./CardView";
import type { ChallengeView } from "./ChallengeView";
import type { Outcome } from "./Outcome";
import type { Phase } from "./Phase";
import type { PlayerView } from "./PlayerView";
import type { Seat } from "./Seat";
export type View = { viewer: Seat | null, format: string, rulings: string, round: number, phase: Phase, step: string, step_name: string, first_player: Seat | null, active_player: Seat | null, acting: Array<Seat>, players: Array<PlayerView>, cards: Array<CardView>, challenge: ChallengeView | null, lasting: Array<string>, outcome: Outcome | null, };
