// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
export type Stops = { all: boolean, at: Array<string>, };
