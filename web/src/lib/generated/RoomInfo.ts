// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { JsonValue } from "./serde_json/JsonValue";
import type { SeatInfo } from "./SeatInfo";
export type RoomInfo = { room: string, kind: string, format: string, seats: Array<SeatInfo>, me: number | null, started: boolean, outcome: JsonValue | null, paused: string | null, commitment: string, seed: string | null, salt: string | null, rematch: string | null, };
