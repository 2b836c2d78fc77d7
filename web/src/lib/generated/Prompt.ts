// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { Choice } from "./Choice";
import type { PromptKind } from "./PromptKind";
import type { Seat } from "./Seat";
export type Prompt = { seat: Seat, decision: number, kind: PromptKind, topic: string, text: string, source: string | null, rule: string | null, min: number, max: number, drafted: Array<Choice>, simultaneous: boolean, };
