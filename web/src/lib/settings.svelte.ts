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
  /** Kinds of dear clicks that are done without asking again. */
  unasked: string[];
  tables: KeptTable[];
}

const KEY = "maester";
const blank: Saved = { name: "", deck: "", botDeck: "", bot: "steward", players: 4, bluff: 2, confirm: true, folded: false, stops: [], unasked: [], tables: [] };

function load(): Saved {
  try {
    return { ...blank, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Saved>) };
  } catch {
    return { ...blank };
  }
}

class Settings {
  #saved = $state<Saved>(load());

  get value(): Readonly<Saved> {
    return this.#saved;
  }

  change(change: Partial<Saved>): void {
    this.#saved = { ...this.#saved, ...change };
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
