// What this device remembers: a name, a few wishes, the tables where a seat is kept.

export interface KeptTable {
  room: string;
  /** Whom I play, as the first page says it. */
  opponent: string;
  deck: string;
  melee?: boolean;
  /** The game, if it is not the card game. */
  kind?: string;
  note: string;
  mine: boolean;
  over: boolean;
  at: number;
}

interface Saved {
  name: string;
  deck: string;
  botDeck: string;
  bot: string;
  /** How many sit at a melee. */
  players: number;
  /** The bluff time of tables with friends, in seconds. */
  bluff: number;
  confirm: boolean;
  folded: boolean;
  /** Framework steps at which I want to be asked although I could only pass. */
  stops: string[];
  /** In every window. */
  stopAll: boolean;
  /** How the table looks: `dark` felt, `light`, `contrast`. */
  theme: "dark" | "light" | "contrast";
  cards: "small" | "normal" | "large";
  text: "normal" | "large" | "larger";
  /** Whether cards travel: as the system says, or never. */
  motion: "system" | "off";
  /** Whether keywords that help me, and saves by duplicates, are asked about. */
  keywords: "ask" | "auto";
  duplicates: "ask" | "auto";
  /** Players who are not heard: room and seat. */
  muted: string[];
  /** Kinds of dear clicks that are done without asking again. */
  unasked: string[];
  /** What tells me that it is my turn, that somebody sat down, that the game began. */
  notices: { title: boolean; sound: boolean; browser: boolean };
  tables: KeptTable[];
}

const KEY = "maester";
const blank: Saved = { name: "", deck: "", botDeck: "", bot: "steward", players: 4, bluff: 2, confirm: true, folded: false, stops: [], stopAll: false, theme: "dark", cards: "normal", text: "normal", motion: "system", keywords: "ask", duplicates: "ask", muted: [], unasked: [], notices: { title: true, sound: false, browser: false }, tables: [] };

function load(): Saved {
  try {
    return { ...blank, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Saved>) };
  } catch {
    return { ...blank };
  }
}

/** What goes along with an account: wishes, not tables or names. */
const along = ["confirm", "stops", "stopAll", "theme", "cards", "text", "motion", "keywords", "duplicates", "unasked", "bluff"] as const;

class Settings {
  /** Called after every change, with what goes along with an account. */
  changed: ((wishes: Partial<Saved>) => void) | null = null;
  #saved = $state<Saved>(load());

  get value(): Readonly<Saved> {
    return this.#saved;
  }

  /** The wishes that go along with an account. */
  wishes(): Partial<Saved> {
    return Object.fromEntries(along.map((name) => [name, this.#saved[name]]));
  }

  /** Wishes from elsewhere, as far as they are of the kind that is known here. */
  take(wishes: Record<string, unknown>): void {
    const known = along.filter((name) => name in wishes && typeof wishes[name] === typeof blank[name] && Array.isArray(wishes[name]) === Array.isArray(blank[name]));
    this.change(Object.fromEntries(known.map((name) => [name, wishes[name]])), false);
  }

  change(change: Partial<Saved>, tell = true): void {
    this.#saved = { ...this.#saved, ...change };
    if (tell && along.some((name) => name in change)) this.changed?.(this.wishes());
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#saved));
    } catch {
      // A browser that stores nothing still plays.
    }
  }

  keep(table: KeptTable): void {
    const known = this.#saved.tables.find((t) => t.room === table.room);
    if (known && known.note === table.note && known.mine === table.mine && known.over === table.over && known.opponent === table.opponent) return;
    this.change({ tables: [table, ...this.#saved.tables.filter((t) => t.room !== table.room)].slice(0, 12) });
  }

  forget(room: string): void {
    this.change({ tables: this.#saved.tables.filter((t) => t.room !== room) });
  }
}

export const settings = new Settings();
