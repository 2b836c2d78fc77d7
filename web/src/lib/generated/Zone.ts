// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
export type Zone = "hand" | "deck" | "discard" | "dead" | "play" | "duplicate" | "plot_deck" | "revealed_plot" | "chosen_plot" | "used_plots" | "agenda" | "shadows" | "under" | "being_played" | "removed" | "title_pool";
