// The games that this client can show: what a room or a replay of each kind looks like. A game joins with one line here.
import type { Component } from "svelte";

import type { Feed } from "../lib/feed.svelte";
import type { SeatInfo } from "../lib/generated/SeatInfo";
import type { Source } from "../lib/replay.svelte";
import BoardBring from "./board/Bring.svelte";
import BoardReplay from "./board/Replay.svelte";
import BoardRoom from "./board/Room.svelte";
import CardBring from "./card/CardBring.svelte";
import CardReplay from "./card/CardReplay.svelte";
import CardRoom from "./card/CardRoom.svelte";

export interface Game {
  /** The table, from the feed of its room. */
  Room: Component<{ feed: Feed }>;
  /** A finished game, step by step. */
  Replay: Component<{ source: Source }>;
  /** What a player chooses before sitting down, as the server's `deck`; left out where nobody brings anything. */
  Bring?: Component<{ value: string; seats?: SeatInfo[] }, Record<string, never>, "value">;
}

/** By the kind that rooms and replays name. */
export const games: Readonly<Record<string, Game>> = {
  board: { Room: BoardRoom, Replay: BoardReplay, Bring: BoardBring },
  card: { Room: CardRoom, Replay: CardReplay, Bring: CardBring },
};
