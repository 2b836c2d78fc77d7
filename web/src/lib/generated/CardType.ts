// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
export type CardType = "character" | "location" | "attachment" | "event" | "plot" | "agenda" | "title" | "faction";
