// The wire to a room: requests with replies, and a connection that comes back by itself.
import type { FromRoom } from "./generated/FromRoom";
import type { State } from "./generated/State";
import type { ToRoom } from "./generated/ToRoom";
import type { WireError } from "./generated/WireError";

/** A request without its number. */
export type Request = ToRoom extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

export class Refused extends Error {
  constructor(readonly error: WireError) {
    super(error.message);
  }
}

export class Lost extends Error {}

interface SocketLike {
  readyState: number;
  send(data: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

export interface Options {
  onState: (state: State, first: boolean) => void;
  onConnection: (connected: boolean, attempt: number) => void;
  /** The server ended the connection because this browser was logged out. */
  onLoggedOut?: () => void;
  /** For tests. */
  open?: (url: string) => SocketLike;
  random?: () => number;
}

/** Half a second, doubled up to fifteen, and a quarter of chance so that a restarted server is not met by all at once. */
export const backoff = (attempt: number, chance: number): number => Math.min(500 * 2 ** attempt, 15_000) * (0.75 + chance / 4);

const PING_EVERY = 20_000;
/** How the server says that the session of a connection is over. */
const ENDED = { code: 1008, reason: "this session has ended" };

export class RoomSocket {
  #url: string;
  #options: Options;
  #socket: SocketLike | null = null;
  #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #nextId = 1;
  #attempt = 0;
  #closed = false;
  #fresh = true;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #ping: ReturnType<typeof setInterval> | null = null;

  constructor(url: string, options: Options) {
    this.#url = url;
    this.#options = options;
    this.#connect();
  }

  #connect(): void {
    this.#retry = null;
    const socket = this.#options.open ? this.#options.open(this.#url) : new WebSocket(this.#url);
    this.#socket = socket;
    this.#fresh = true;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#options.onConnection(true, 0);
      this.#ping = setInterval(() => void this.ask({ op: "ping" }).catch(() => undefined), PING_EVERY);
    };
    socket.onmessage = (event) => this.#receive(String(event.data));
    socket.onclose = (event) => {
      if (socket === this.#socket && event.code === ENDED.code && event.reason === ENDED.reason) this.#options.onLoggedOut?.();
      this.#lost(socket);
    };
  }

  #receive(data: string): void {
    const message = JSON.parse(data) as FromRoom;
    if (message.type === "state") {
      const first = this.#fresh;
      this.#fresh = false;
      this.#options.onState(message, first);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Refused(message.error));
    else waiting?.resolve(message.ok);
  }

  #lost(socket: SocketLike): void {
    if (socket !== this.#socket) return;
    this.#socket = null;
    if (this.#ping) clearInterval(this.#ping);
    for (const waiting of this.#waiting.values()) waiting.reject(new Lost("connection lost"));
    this.#waiting.clear();
    if (this.#closed) return;
    const attempt = this.#attempt++;
    this.#options.onConnection(false, attempt + 1);
    this.#retry = setTimeout(() => this.#connect(), backoff(attempt, (this.#options.random ?? Math.random)()));
  }

  /** Tries again at once (the network came back, the tab woke up). */
  wake(): void {
    if (this.#retry === null || this.#closed) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  ask(request: Request): Promise<unknown> {
    const socket = this.#socket;
    if (!socket || socket.readyState !== 1) return Promise.reject(new Lost("not connected"));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...request, id }));
    });
  }

  /** Takes the seat's new session into account: closes and connects again. */
  reconnect(): void {
    const socket = this.#socket;
    this.#attempt = 0;
    if (socket) socket.close();
    else this.wake();
  }

  close(): void {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    if (this.#ping) clearInterval(this.#ping);
    this.#socket?.close();
    this.#socket = null;
  }
}

export const roomUrl = (room: string, at: Pick<Location, "protocol" | "host"> = location): string =>
  `${at.protocol === "https:" ? "wss:" : "ws:"}//${at.host}/api/rooms/${encodeURIComponent(room)}/ws`;
