// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { ChallengeType } from "./ChallengeType";
import type { Seat } from "./Seat";
export type ChallengeView = { type: ChallengeType, attacker: Seat, defender: Seat, attackers: Array<string>, defenders: Array<string>, attack_total: number, defense_total: number, defenders_declared: boolean, winner: Seat | null, loser: Seat | null, margin: number, unopposed: boolean, claim: number, };
