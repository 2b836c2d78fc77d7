// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { Seat } from "./Seat";
export type Outcome = { "Won": { seats: Array<Seat>, reason: string, } } | { "Draw": { reason: string, } } | "Stalled";
