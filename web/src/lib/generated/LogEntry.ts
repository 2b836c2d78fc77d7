// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { JsonValue } from "./serde_json/JsonValue";
export type LogEntry = { seq: number, event: JsonValue, };
