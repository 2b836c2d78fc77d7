// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { Action } from "./Action";
export type Choice = { index: number, action: Action, label: string, };
