// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { Choice } from "./Choice";
import type { Prompt } from "./Prompt";
export type PromptValue = { legal: Array<Choice>, complete: boolean, } & Prompt;
