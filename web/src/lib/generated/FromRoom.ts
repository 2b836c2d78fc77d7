// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { JsonValue } from "./serde_json/JsonValue";
import type { State } from "./State";
import type { WireError } from "./WireError";
export type FromRoom = { "type": "state" } & State | { "type": "reply", id: number, ok: JsonValue | null, error: WireError | null, };
