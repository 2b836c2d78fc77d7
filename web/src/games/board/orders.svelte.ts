// Orders as they are laid: a token for each area, in any order, until all are there. The engine asks area by area and decides at the end.
import { draftOf, type Draft } from "./draft";
import { dropOrders, keepOrders, keptOrders } from "./kept";
import { banned, facts, orderFacts, type OrderFacts } from "./facts";
import type { BoardTable } from "./table.svelte";
import type { BoardAction, BoardAsked } from "./types";

export interface Token {
  order: OrderFacts;
  left: number;
  /** Why it cannot be laid now, by a key of the words. */
  why: "placed" | "star" | "banned" | null;
}

export class OrderDraft {
  placed = $state.raw<Record<string, string>>({});
  selected = $state<string | null>(null);
  /** A token that was chosen before its area. */
  holding = $state<string | null>(null);
  #table: BoardTable;
  #decision = -1;

  constructor(table: BoardTable) {
    this.#table = table;
  }

  /** Orders are asked for. What I had laid before (and withdrew) lies there again. */
  begin(asked: BoardAsked): void {
    const areas = this.areas;
    if (this.#decision !== asked.decision) {
      // What lay there before the page was loaded again.
      this.placed = keptOrders(this.#key, asked.decision);
      this.#decision = asked.decision;
    }
    this.placed = Object.fromEntries(Object.entries(this.placed).filter(([id, order]) => areas.includes(id) && facts.orders.some((known) => known.id === order)));
    this.selected = areas.find((id) => !this.placed[id]) ?? null;
    this.holding = null;
  }

  get #key(): string {
    return `${this.#table.room?.room ?? ""} ${this.#table.me ?? ""}`;
  }
  #put(placed: Record<string, string>): void {
    this.placed = placed;
    this.#table.drawn = false;
    keepOrders(this.#key, this.#decision, placed);
  }
  /** The table went on: what was laid is dropped when it cannot be sent or taken back any more. */
  follow(): void {
    if (this.#table.me !== null && !this.active && !(this.#table.room?.canWithdraw && this.#table.view?.phase === "planning")) dropOrders(this.#key);
  }

  get active(): boolean {
    return this.#table.topic === "orders";
  }
  /** Where my units stand, in the engine's order. */
  get areas(): string[] {
    const { view, me } = this.#table;
    return (view?.areas ?? []).filter((area) => area.owner === me).map((area) => area.id);
  }
  get missing(): string[] {
    return this.areas.filter((id) => !this.placed[id]);
  }
  at(id: string): string | null {
    return this.active ? (this.placed[id] ?? null) : null;
  }
  get stars(): { used: number; all: number } {
    return { used: Object.values(this.placed).filter((id) => orderFacts(id).star).length, all: this.#table.mine?.stars ?? 0 };
  }

  /** All tokens, with how many are left and why one cannot be laid in the selected area. */
  get tokens(): Token[] {
    const bans = this.#table.view?.bans ?? [];
    const here = this.selected ? this.placed[this.selected] : undefined;
    const stars = this.stars.all - this.stars.used + (here && orderFacts(here).star ? 1 : 0);
    const all = facts.orders.map((order): Token => {
      const left = order.count - Object.values(this.placed).filter((id) => id === order.id).length;
      const why = banned(bans, order) ? "banned" : left + (here === order.id ? 1 : 0) <= 0 ? "placed" : order.star && stars <= 0 ? "star" : null;
      return { order, left, why };
    });
    // A forbidden token is laid only where no other is left.
    const none = all.every(({ why, order }) => why !== null || order.id === here);
    return none && !here ? all.map((token) => (token.why === "banned" && token.left > 0 && (!token.order.star || stars > 0) ? { ...token, why: null } : token)) : all;
  }

  /** Marks an area, or lays the held token there. True if the click meant an order. */
  select(id: string): boolean {
    if (!this.active || !this.areas.includes(id)) return false;
    this.selected = id;
    if (this.holding) this.lay(this.holding);
    return true;
  }

  lay(order: string): void {
    const { selected } = this;
    if (!selected) {
      this.holding = this.holding === order ? null : order;
      return;
    }
    this.holding = null;
    if (this.tokens.find((token) => token.order.id === order)?.why != null) return;
    this.#put({ ...this.placed, [selected]: order });
    const { areas } = this;
    const at = areas.indexOf(selected);
    this.selected = [...areas.slice(at + 1), ...areas.slice(0, at)].find((id) => !this.placed[id]) ?? null;
  }

  take(id: string): void {
    const { [id]: _, ...rest } = this.placed;
    this.#put(rest);
    this.selected = id;
  }
  takeAll(): void {
    this.#put({});
    this.selected = this.areas[0] ?? null;
  }
  clearSelected(): void {
    if (this.holding) this.holding = null;
    else if (this.selected && this.placed[this.selected]) this.take(this.selected);
    else this.selected = null;
  }
  /** To the next area by key. */
  step(by: number): void {
    const { areas } = this;
    const at = this.selected ? areas.indexOf(this.selected) : by > 0 ? -1 : 0;
    this.selected = areas[(at + by + areas.length) % areas.length] ?? null;
  }

  /** Whether the answer can go: every area has its order, or no token is left that could be laid. */
  get ready(): boolean {
    return this.missing.length === 0 || this.tokens.every(({ why }) => why !== null);
  }

  send(): Promise<void> {
    const table = this.#table;
    return table.run(async () => {
      const first = table.draft?.first;
      if (!first) return;
      const wanted = this.areas.map((area): BoardAction => {
        const order = this.placed[area];
        return order ? { verb: "order", area, order } : { verb: "leave", area };
      });
      const draft: Draft = await draftOf(first, wanted, table.preview);
      if (draft.next === null) await table.send(draft);
    });
  }
}
