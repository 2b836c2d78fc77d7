// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { CardType } from "./CardType";
import type { ChallengeType } from "./ChallengeType";
import type { Id } from "./Id";
import type { Seat } from "./Seat";
export type Action = { "verb": "pass" } | { "verb": "done" } | { "verb": "yes" } | { "verb": "no" } | { "verb": "card", card: Id, } | { "verb": "use", card: Id, ability: number, } | { "verb": "save", card: Id, } | { "verb": "marshal", card: Id, } | { "verb": "ambush", card: Id, gold: number, } | { "verb": "into_shadows", card: Id, } | { "verb": "out_of_shadows", card: Id, gold: number, } | { "verb": "place", card: Id, shadows: boolean, } | { "verb": "challenge", kind: ChallengeType, against: Seat, } | { "verb": "player", seat: Seat, } | { "verb": "number", n: number, } | { "verb": "challengetype", kind: ChallengeType, } | { "verb": "cardtype", kind: CardType, } | { "verb": "keyword", keyword: string, } | { "verb": "trait", name: string, } | { "verb": "title", name: string, } | { "verb": "option", n: number, } | { "verb": "rest" };
