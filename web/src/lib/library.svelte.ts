// Cards and rules, loaded once.
import { onlyKeywords } from "./logtext";
import { api, type CardFacts, type Rule } from "./api";
import type { CardPool } from "./generated/CardPool";

class Library {
  cards = $state.raw<Map<string, CardFacts>>(new Map());
  rules = $state.raw<Rule[]>([]);
  rulesFailed = $state(false);
  #byId = $derived(new Map(this.rules.map((rule) => [rule.id, rule])));
  cardsFailed = $state(false);
  /** Packs, cards that nobody can play yet, what is in the ready decks. */
  pool = $state.raw<CardPool | null>(null);
  #packs = $derived(new Map(this.pool?.packs.map((pack) => [pack.code, pack.name])));
  #poolAsked = false;
  #cardsAsked = false;
  #rulesAsked = false;

  async loadCards(): Promise<void> {
    if (this.#cardsAsked) return;
    this.#cardsAsked = true;
    this.cardsFailed = false;
    try {
      this.setCards(await api.cards());
    } catch {
      this.#cardsAsked = false;
      this.cardsFailed = true;
    }
  }

  async loadPool(): Promise<void> {
    if (this.#poolAsked) return;
    this.#poolAsked = true;
    try {
      this.pool = await api.pool();
    } catch {
      this.#poolAsked = false;
    }
  }

  /** A pack by its name, if that is known already. */
  packName = (code: string | null | undefined): string => (code ? (this.#packs.get(code) ?? code) : "");

  setCards(cards: CardFacts[]): void {
    this.#cardsAsked = true;
    this.cards = new Map(cards.map((card) => [card.code, card]));
  }

  async loadRules(): Promise<void> {
    if (this.#rulesAsked) return;
    this.#rulesAsked = true;
    this.rulesFailed = false;
    try {
      this.rules = await api.rules();
    } catch {
      this.#rulesAsked = false;
      this.rulesFailed = true;
    }
  }

  setRules(rules: Rule[]): void {
    this.#rulesAsked = true;
    this.rules = rules;
  }

  /** The rule that this id names, and its paragraph: `RR.glossary.stealth.2` is paragraph 2 of `RR.glossary.stealth`. */
  rule(id: string): { rule: Rule; paragraph: number | null } | null {
    const whole = this.#byId.get(id);
    if (whole) return { rule: whole, paragraph: null };
    const parts = id.split(".");
    for (let cut = parts.length - 1; cut > 0; cut -= 1) {
      const rule = this.#byId.get(parts.slice(0, cut).join("."));
      const paragraph = Number(parts[cut]);
      if (rule) return { rule, paragraph: Number.isInteger(paragraph) && rule.numbered !== false ? paragraph : null };
    }
    return null;
  }

  /** Our words for a card's rules, a line each; keywords stand apart. */
  text(code: string | null): string[] {
    const card = code === null ? undefined : this.cards.get(code);
    const text = card?.text;
    if (!text) return [];
    const lines = (Array.isArray(text) ? text : text.split("\n")).map((line) => line.trim()).filter(Boolean);
    return lines.filter((line) => !onlyKeywords(line, card.keywords ?? []));
  }
}

export const library = new Library();
