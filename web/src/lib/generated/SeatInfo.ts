// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
export type SeatInfo = { seat: number, name: string, player: string, connected: boolean, open: boolean, deck: string, };
