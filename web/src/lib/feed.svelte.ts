// One room as it comes over the wire, whatever game it plays: the last state, and who listens to all of them.
import type { Aside } from "./generated/Aside";
import type { ChatLine } from "./generated/ChatLine";
import type { State } from "./generated/State";
import { RoomSocket, roomUrl, type Request } from "./socket";

export interface Listener {
  /** A state of the room; `first` after a (new) connection, when its events are all there are. */
  receive: (state: State, first: boolean) => void;
  /** Whether there is a connection now. */
  connected: (connected: boolean) => void;
  /** Whether the question of a state is answered without its player. */
  spares?: (state: State) => boolean;
}

export class Feed {
  last = $state.raw<State | null>(null);
  connected = $state(false);
  ever = $state(false);
  /** What was said at the table, as far as I may hear it. */
  chat = $state.raw<ChatLine[]>([]);
  /** What those who look on said, as far as I may hear it. */
  asides = $state.raw<Aside[]>([]);
  /** This browser was logged out, and its seat is no longer mine here. */
  loggedOut = $state(false);
  #ended = false;
  #socket: RoomSocket;
  #listener: Listener | null = null;
  /** The states since the last connection, for a listener that comes later. */
  #since: State[] = [];

  /** `lost` is called when a connection did not come about, and none ever did. */
  constructor(room: string, lost: () => void) {
    this.#socket = new RoomSocket(roomUrl(room), {
      onState: (state, first) => {
        // After an undo all events are told anew.
        const all = first || state.again === true;
        this.#since = all ? [state] : [...this.#since, state];
        // Who sits down or stands up is told anew what was said.
        const anew = first || this.last?.me !== state.me;
        // Who made an account in another window has a new session, and the seat with it.
        if (first) this.loggedOut = this.#ended && state.me === null;
        if (state.me !== null) this.#ended = false;
        this.last = state;
        this.chat = anew ? (state.chat ?? []) : [...this.chat, ...(state.chat ?? [])];
        this.asides = anew ? (state.gallery?.lines ?? []) : [...this.asides, ...(state.gallery?.lines ?? [])];
        // Who listens has what came: only a listener that is not there yet needs it again.
        if (this.#listener) this.#since = [];
        this.#listener?.receive(state, all);
      },
      onLoggedOut: () => (this.#ended = (this.last?.me ?? null) !== null || this.loggedOut),
      onConnection: (connected) => {
        this.connected = connected;
        if (connected) this.ever = true;
        else if (!this.ever) lost();
        this.#listener?.connected(connected);
      },
    });
  }

  /**
   * From now on this listener is told everything, with what came before it, until it calls what this gives back: a table that is no
   * longer shown must not take what the next one is to hear.
   */
  listen(listener: Listener): () => void {
    this.#listener = listener;
    listener.connected(this.connected);
    const [first, ...later] = this.#since;
    this.#since = [];
    if (first) listener.receive(first, true);
    for (const state of later) listener.receive(state, false);
    return () => {
      if (this.#listener !== listener) return;
      this.#listener = null;
      // Until a new connection tells all, the last state is what there is.
      this.#since = this.last ? [this.last] : [];
    };
  }

  /** Whether what this state asks needs nobody: its player wished so. */
  spares = (state: State): boolean => this.#listener?.spares?.(state) ?? false;
  ask = (request: Request): Promise<unknown> => this.#socket.ask(request);
  wake = (): void => this.#socket.wake();
  reconnect = (): void => this.#socket.reconnect();
  close = (): void => this.#socket.close();
}
