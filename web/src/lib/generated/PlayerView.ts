// Written by hand until the Rust types are exported here by ts-rs; same names, one file a type.
import type { ChallengeType } from "./ChallengeType";
import type { Faction } from "./Faction";
import type { PlotValues } from "./PlotValues";
import type { Seat } from "./Seat";
export type PlayerView = { seat: Seat, faction: Faction, eliminated: boolean, gold: number, power: number, plot: PlotValues | null, hand: number, deck: number, discard: number, dead: number, plot_deck: number, used_plots: number, shadows: number, challenges_left: { [key in ChallengeType]?: number }, };
