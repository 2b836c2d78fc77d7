// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
export type ReadyDeck = { name: string, faction: string, agendas: Array<string>, format: string, cards: number, };
