// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
export type NewRoom = { kind: string, format: string, name: string, deck: string, opponent: string, bot: string | null, bot_deck: string | null, rulings: string | null, };
