// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { JsonValue } from "./serde_json/JsonValue";
import type { LogEntry } from "./LogEntry";
import type { SeatInfo } from "./SeatInfo";
export type State = { room: string, version: number, kind: string, seats: Array<SeatInfo>, me: number | null, view: JsonValue, prompt: JsonValue | null, events: Array<LogEntry>, can_withdraw: boolean, outcome: JsonValue | null, rematch?: string | null, paused?: string | null, };
