// The small HTTP interface. Every call answers a value or throws an `ApiError` with a sentence to show.
import type { JoinRoom } from "./generated/JoinRoom";
import type { NewRoom } from "./generated/NewRoom";
import type { CheckPosition } from "./generated/CheckPosition";
import type { Me } from "./generated/Me";
import type { NewPosition } from "./generated/NewPosition";
import type { PlayedGame } from "./generated/PlayedGame";
import type { PlayedGames } from "./generated/PlayedGames";
import type { PositionCheck } from "./generated/PositionCheck";
import type { PositionText } from "./generated/PositionText";
import type { CheckDeck } from "./generated/CheckDeck";
import type { DeckCheck } from "./generated/DeckCheck";
import type { CardPool } from "./generated/CardPool";
import type { RestrictedList } from "./generated/RestrictedList";
import type { ReadyDeck } from "./generated/ReadyDeck";
import type { ReplayStep } from "./generated/ReplayStep";
import type { ReplayStory } from "./generated/ReplayStory";
import type { MyBlock } from "./generated/MyBlock";
import type { MyMail } from "./generated/MyMail";
import type { OperatorDesk } from "./generated/OperatorDesk";
import type { Ranked } from "./generated/Ranked";
import type { RatedSeat } from "./generated/RatedSeat";
import type { Statistics } from "./generated/Statistics";
import type { RoomInfo } from "./generated/RoomInfo";
import type { SayAside } from "./generated/SayAside";
import type { Seated } from "./generated/Seated";
import { texts } from "./texts";

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** The sentence to show for what went wrong. */
export const messageOf = (error: unknown, otherwise = String(error)): string => (error instanceof ApiError ? error.message : otherwise);

/** A card as `GET /api/cards` tells it: facts, and our own words. */
export interface CardFacts {
  code: string;
  name: string;
  type: string;
  faction: string;
  cost?: number | string | null;
  strength?: number | null;
  icons?: { military: boolean; intrigue: boolean; power: boolean } | null;
  traits?: string[];
  keywords?: string[];
  text?: string | string[] | null;
  unique?: boolean;
  loyal?: boolean;
  plotStats?: { income: number | string; initiative: number | string; claim: number | string; reserve: number | string } | null;
  pack?: string;
  deckLimit?: number;
  /** Copies in one copy of its pack. */
  quantity?: number;
}

/** A rule as `GET /api/rules` tells it. */
export interface Rule {
  id: string;
  title: string;
  group: string;
  text: string[];
  see: string[];
  /** The paragraphs carry numbers: paragraph n is `id.n`. */
  numbered?: boolean;
}

/** A line of what was said in a room: by a seat, or by somebody who looks on. */
export type SaidLine = { room: string; seq: number } & ({ seat: number } | { who: number });

/** A name and a password. */
export interface Credentials {
  name: string;
  password: string;
}

/** Asks the server: a body makes it a POST. */
export const call = <T>(path: string, body?: unknown): Promise<T> =>
  send<T>(path, body === undefined ? undefined : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Sends a request as it is. */
export async function send<T>(path: string, request?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new ApiError(texts.error.network, 0);
  }
  const value: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const error = value && typeof value === "object" && "error" in value ? (value.error as { message?: string; code?: string }) : null;
    throw new ApiError(error?.message ?? texts.error.http(response.status), response.status, error?.code ?? null);
  }
  return value as T;
}

export const api = {
  cards: () => call<CardFacts[]>("/api/cards"),
  /** The restricted lists that a table may choose, the newest first. */
  lists: () => call<RestrictedList[]>("/api/lists"),
  decks: () => call<ReadyDeck[]>("/api/decks"),
  checkDeck: (wanted: CheckDeck) => call<DeckCheck>("/api/decks/check", wanted),
  pool: () => call<CardPool>("/api/pool"),
  /** A table at which this card can be tried, as a position text. */
  tryout: (code: string) => call<{ text: string }>(`/api/cards/${encodeURIComponent(code)}/position`),
  me: () => call<Me>("/api/me"),
  myRooms: () => call<PlayedGame[]>("/api/me/rooms"),
  /** A page of my games, those that the address of the page asks for. */
  myGames: (wanted: URLSearchParams) => call<PlayedGames>(`/api/me/games?${wanted}`),
  myMail: () => call<MyMail>("/api/me/mail"),
  setMail: (address: string) => call<true>("/api/me/mail", { address }),
  confirmMail: (token: string) => call<true>("/api/me/mail/confirm", { token }),
  dropMail: () => call<true>("/api/me/mail/delete", {}),
  myBlocks: () => call<MyBlock[]>("/api/me/blocks"),
  block: ({ room, ...of }: SaidLine) => call<true>(`/api/rooms/${encodeURIComponent(room)}/block`, "who" in of ? { who: of.who } : { seat: of.seat }),
  unblock: (key: string) => call<true>(`/api/me/blocks/${encodeURIComponent(key)}/end`, {}),
  report: ({ room, seq, ...of }: SaidLine, why: string) => call<boolean>(`/api/rooms/${encodeURIComponent(room)}/report`, { seq, why, ...("who" in of ? { aside: true } : {}) }),
  /** To those who look on, as I do. */
  sayAside: (room: string, wanted: SayAside) => call<true>(`/api/rooms/${encodeURIComponent(room)}/aside`, wanted),
  operatorDesk: () => call<OperatorDesk>("/api/operator"),
  judge: (key: string, verdict: { remove: boolean; mute?: number }) => call<true>(`/api/operator/reports/${encodeURIComponent(key)}`, verdict),
  unmute: (key: string) => call<true>(`/api/operator/silenced/${encodeURIComponent(key)}/end`, {}),
  ranking: (asked: URLSearchParams) => call<Ranked[]>(`/api/ranking?${asked}`),
  myRatings: () => call<Ranked[]>("/api/me/ratings"),
  roomRatings: (room: string) => call<RatedSeat[] | null>(`/api/rooms/${encodeURIComponent(room)}/ratings`).then((list) => list ?? []),
  stats: (asked: URLSearchParams) => call<Statistics>(`/api/stats?${asked}`),
  register: (wanted: Credentials) => call<{ name: string }>("/api/register", wanted),
  login: (wanted: Credentials) => call<{ name: string }>("/api/login", wanted),
  logout: () => call<true>("/api/logout", {}),
  changePassword: (wanted: { old: string; new: string }) => call<true>("/api/me/password", wanted),
  deleteAccount: (wanted: { password: string }) => call<true>("/api/me/delete", wanted),
  endSession: (key: string) => call<true>(`/api/me/sessions/${encodeURIComponent(key)}/end`, {}),
  rules: () => call<Rule[]>("/api/rules"),
  newRoom: (wanted: NewRoom) => call<Seated>("/api/rooms", wanted),
  join: (room: string, wanted: JoinRoom) => call<Seated>(`/api/rooms/${encodeURIComponent(room)}/join`, wanted),
  /** The host closes a table that waits. */
  closeTable: (room: string) => call<true>(`/api/rooms/${encodeURIComponent(room)}/close`, {}),
  /** My seat at a table that waits is free again. */
  standUp: (room: string) => call<true>(`/api/rooms/${encodeURIComponent(room)}/stand`, {}),
  rematch: (room: string) => call<Seated>(`/api/rooms/${encodeURIComponent(room)}/rematch`, {}),
  roomInfo: (room: string) => call<RoomInfo>(`/api/rooms/${encodeURIComponent(room)}`),
  checkPosition: (wanted: CheckPosition) => call<PositionCheck>("/api/positions/check", wanted),
  playPosition: (wanted: NewPosition) => call<Seated>("/api/rooms", wanted),
  /** The table of a room as text, now or after so many steps: where nothing is hidden any more. */
  position: (room: string, step?: number) => call<PositionText>(`/api/rooms/${encodeURIComponent(room)}${step === undefined ? "" : `/replay/${step}`}/position`),
  replayStep: (room: string, step: number, look = "all") => call<ReplayStep>(`/api/rooms/${encodeURIComponent(room)}/replay/${step}?as=${look}`),
  /** All that was told in a finished game, and where rounds and phases begin. */
  replayStory: (room: string, look = "all") => call<ReplayStory>(`/api/rooms/${encodeURIComponent(room)}/replay/story?as=${look}`),
};
