// The feed of the room, for what is agreed at the table: given by the page of a room, absent in replays and fixtures.
import { getContext, setContext } from "svelte";

import type { Feed } from "./feed.svelte";
import type { Wish } from "./generated/Wish";
import { plainText } from "./logtext";
import { Refused } from "./socket";
import { texts } from "./texts";
import { withSeats } from "./voice";

const KEY = Symbol("agree");

export const setFeed = (feed: Feed): Feed => setContext(KEY, feed);
export const useFeed = (): Feed | undefined => getContext<Feed | undefined>(KEY);

/** A sentence of a proposal, with the players' names. */
export const said = (feed: Feed, text: string): string => plainText(withSeats(text, feed.last?.seats ?? [], feed.last?.analysis ? null : (feed.last?.me ?? null)));

export const nameOf = (feed: Feed, seat: number): string =>
  seat === feed.last?.me && !feed.last.analysis ? texts.table.you : (feed.last?.seats.find((info) => info.seat === seat)?.name ?? `P${seat + 1}`);

/** Why it was refused, or the empty text. */
async function asked(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "";
  } catch (error) {
    return error instanceof Refused ? error.message : texts.error.network;
  }
}

export const propose = (feed: Feed, wish: Wish): Promise<string> => asked(feed.ask({ op: "propose", wish }));
export const agreeTo = (feed: Feed, number: number): Promise<string> => asked(feed.ask({ op: "agree", number }));
export const decline = (feed: Feed, number: number): Promise<string> => asked(feed.ask({ op: "decline", number }));
export const leave = (feed: Feed): Promise<string> => asked(feed.ask({ op: "leave" }));
