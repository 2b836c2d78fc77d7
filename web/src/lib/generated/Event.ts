// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { What } from "./What";
export type Event = { text: string, rule: string | null, only?: number | null, } & What;
