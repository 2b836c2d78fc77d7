// The live list of tables: a websocket on which only the server talks. It comes back by itself.
import type { FromLobby } from "./generated/FromLobby";
import type { LobbyTable } from "./generated/LobbyTable";
import { backoff } from "./socket";

export interface Filter {
  game: string;
  state: string;
  clock: string;
  free: boolean;
}

/** The tables that fit: those that wait first, then those that run, the newest first. */
export function fitting(tables: Iterable<LobbyTable>, filter: Filter): LobbyTable[] {
  const order = ["waiting", "running", "over"];
  const kind = (table: LobbyTable) => (table.kind === "board" ? "board" : table.format);
  const timed = (table: LobbyTable) => (!table.terms.clock ? "none" : table.terms.clock.kind === "move" ? "slow" : "live");
  return [...tables]
    .filter((table) => (filter.game === "any" || kind(table) === filter.game) && (filter.state === "any" || table.state === filter.state))
    .filter((table) => (filter.clock === "any" || timed(table) === filter.clock) && (!filter.free || table.seats.some((seat) => seat.open)))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || b.created - a.created);
}

export class Lobby {
  tables = $state.raw<ReadonlyMap<string, LobbyTable>>(new Map());
  connected = $state(false);
  ever = $state(false);
  #socket: WebSocket | null = null;
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #closed = false;

  constructor() {
    this.#connect();
  }

  #connect(): void {
    this.#retry = null;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/lobby/ws`);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as FromLobby);
    socket.onclose = () => {
      this.connected = false;
      if (this.#closed) return;
      this.#retry = setTimeout(() => this.#connect(), backoff(this.#attempt++, Math.random()));
    };
  }

  #hear(news: FromLobby): void {
    this.#attempt = 0;
    this.connected = this.ever = true;
    if (news.type === "list") {
      this.tables = new Map(news.tables.map((table) => [table.room, table]));
      return;
    }
    const tables = new Map(this.tables);
    if (news.type === "table") tables.set(news.table.room, news.table);
    else tables.delete(news.room);
    this.tables = tables;
  }

  wake(): void {
    if (this.#retry === null) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#socket?.close();
  }
}
