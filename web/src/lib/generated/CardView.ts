// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { CardType } from "./CardType";
import type { ChallengeType } from "./ChallengeType";
import type { Faction } from "./Faction";
import type { Zone } from "./Zone";
export type CardView = { id: string, code: string | null, name: string | null, type: CardType | null, zone: Zone | null, owner: number, controller: number, facedown: boolean, kneeling: boolean, host: string | null, attachments: Array<string>, duplicates: Array<string>, power: number, gold: number, tokens: { [key in string]: number }, str: number | null, printed_str: number | null, icons: Array<ChallengeType>, gained_icons: Array<ChallengeType>, keywords: Array<string>, traits: Array<string>, factions: Array<Faction>, unique: boolean, loyal: boolean, cost: string | null, cost_now: number | null, blank: boolean, attacking: boolean, defending: boolean, contributes: number | null, bypassed: boolean, assaulted: boolean, notes: Array<string>, str_from: Array<string>, };
