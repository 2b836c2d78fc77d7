// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { JsonValue } from "./serde_json/JsonValue";
export type ToRoom = { "op": "answer", id: number, decision: number, picks: Array<number>, } | { "op": "preview", id: number, decision: number, picks: Array<number>, } | { "op": "withdraw", id: number, } | { "op": "explain", id: number, thing: string, } | { "op": "stops", id: number, stops: JsonValue, } | { "op": "concede", id: number, } | { "op": "ping", id: number, };
