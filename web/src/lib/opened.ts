// What is open at a card of the table.
import type { CardOffer } from "./choices";

export interface Problem {
  message: string;
  rule: string | null;
}

export interface Inspected {
  id: string | null;
  code: string | null;
  pinned: boolean;
  /** The element it was opened from, to stand beside it. */
  near: DOMRect | null;
}

export interface CardMenu {
  /** What the menu is about, as its head says. */
  name: string;
  offers: CardOffer[];
  near: DOMRect;
}
