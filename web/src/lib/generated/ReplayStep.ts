// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { JsonValue } from "./serde_json/JsonValue";
import type { LogEntry } from "./LogEntry";
import type { SeatInfo } from "./SeatInfo";
export type ReplayStep = { room: string, kind: string, step: number, steps: number, by: number | null, seats: Array<SeatInfo>, view: JsonValue, events: Array<LogEntry>, outcome: JsonValue | null, };
