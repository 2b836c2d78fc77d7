// One deck as it is edited: every change is judged and kept as soon as the hands rest.
import { untrack } from "svelte";

import { ApiError, messageOf } from "./api";
import { slotsOf } from "./deckstats";
import type { DeckDraft } from "./generated/DeckDraft";
import type { Judged } from "./generated/Judged";
import type { KeptDeck } from "./generated/KeptDeck";
import { library } from "./library.svelte";
import { shelfApi } from "./shelfapi";

/** How long the hands must rest before a change is judged, and before it is kept. */
const LOOK = 150;
const KEEP = 600;
/** After it did not work, when to try again. */
const AGAIN = 4000;
/** Changes that can be taken back. */
const STEPS = 100;

export class Editor {
  readonly id: string;
  draft = $state.raw<DeckDraft>({ name: "", faction: "", agendas: [], cards: {}, format: "joust", list: "", note: "" });
  judged = $state.raw<Judged | null>(null);
  /** The judgement is that of an older draft. */
  judging = $state(false);
  saving = $state<"saved" | "unsaved" | "saving" | "clash">("saved");
  problem = $state("");
  slots = $derived(slotsOf(this.draft.cards, library.cards, library.pool?.missing ?? []));
  #past = $state.raw<DeckDraft[]>([]);
  canUndo = $derived(this.#past.length > 0);
  #version: number;
  #look: ReturnType<typeof setTimeout> | undefined;
  #keep: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  #busy = false;

  constructor(kept: KeptDeck) {
    this.id = kept.id;
    this.#version = kept.version;
    this.draft = kept.deck;
    this.judged = kept.judged;
  }

  count = (code: string): number => this.draft.cards[code] ?? 0;

  /** So many copies of a card. */
  set(code: string, count: number): void {
    const wanted = Math.max(0, Math.min(40, count));
    if (wanted === this.count(code)) return;
    const cards = { ...this.draft.cards };
    if (wanted === 0) delete cards[code];
    else cards[code] = wanted;
    this.change({ cards });
  }

  change(change: Partial<DeckDraft>, undoable = true): void {
    if (undoable) this.#past = [...this.#past, this.draft].slice(-STEPS);
    this.draft = { ...this.draft, ...change };
    this.#changed();
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.draft = before;
    this.#changed();
  }

  #changed(): void {
    untrack(() => {
      this.judging = true;
      if (this.saving !== "clash") this.saving = "unsaved";
      clearTimeout(this.#look);
      clearTimeout(this.#keep);
      this.#look = setTimeout(() => void this.#judge(), LOOK);
      this.#keep = setTimeout(() => void this.save(), KEEP);
    });
  }

  async #judge(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const judged = await shelfApi.judge(this.draft);
      if (turn !== this.#turn) return;
      this.judged = judged;
      this.judging = false;
      this.problem = "";
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#fail(error);
      this.#look = setTimeout(() => void this.#judge(), AGAIN);
    }
  }

  #fail(error: unknown): void {
    this.judging = false;
    this.problem = messageOf(error);
  }

  /** Keeps what is not kept yet. */
  async save(): Promise<void> {
    if (this.#busy || this.saving !== "unsaved") return;
    clearTimeout(this.#keep);
    this.#busy = true;
    const draft = this.draft;
    this.saving = "saving";
    try {
      const kept = await shelfApi.change(this.id, { version: this.#version, deck: draft });
      this.#version = kept.version;
      this.saving = this.draft === draft ? "saved" : "unsaved";
    } catch (error) {
      this.saving = error instanceof ApiError && error.code === "changed" ? "clash" : "unsaved";
      if (this.saving === "unsaved") {
        this.#fail(error);
        this.#keep = setTimeout(() => void this.save(), AGAIN);
      }
      return;
    } finally {
      this.#busy = false;
    }
    if (this.saving === "unsaved" && this.draft !== draft) this.#keep = setTimeout(() => void this.save(), KEEP);
  }

  /** The page is left: what is not kept is sent off at once. */
  leave(): void {
    clearTimeout(this.#look);
    void this.save();
  }
}
