// What a prompt offers, sorted by where a person finds it: on a card of the table, in a tray, on a button.
import { cardOf, type Draft } from "./draft";
import type { CardView } from "./generated/CardView";
import type { Choice } from "./generated/Choice";
import { anchorOf } from "./rows";

export interface CardOffer {
  choice: Choice;
  /** Offered by an earlier stage of the set that is being picked. */
  late: boolean;
}

export interface Offer {
  /** By the card that stands on the table for it. */
  byCard: Map<string, CardOffer[]>;
  /** By the player who is named: opponents to choose, and those whom a challenge may be against. */
  byPlayer: Map<number, CardOffer[]>;
  /** Cards that lie in piles, in the order of the prompt. */
  tray: string[];
  /** What is about no card the client can show: options, numbers, names, players. */
  buttons: Choice[];
  done: Choice | null;
  pass: Choice | null;
  /** Yes and no, as listed: the first is what most people want. */
  first: Choice | null;
  second: Choice | null;
  rest: Choice | null;
  /** The one thing that can be done besides passing. */
  only: Choice | null;
}

export const noOffer: Offer = { byCard: new Map(), byPlayer: new Map(), tray: [], buttons: [], done: null, pass: null, first: null, second: null, rest: null, only: null };

/** `late`: choices that an earlier stage of the open set offered and that still go with the other picks. */
export function offerOf(draft: Draft | null, cards: Map<string, CardView>, me: number | null, late: Choice[] = []): Offer {
  if (!draft) return noOffer;
  const offer: Offer = { ...noOffer, byCard: new Map(), byPlayer: new Map(), tray: [], buttons: [] };
  const place = (choice: Choice, late: boolean) => {
    const id = cardOf(choice.action);
    const player = playerOf(choice.action);
    if (player !== null) offer.byPlayer.set(player, [...(offer.byPlayer.get(player) ?? []), { choice, late }]);
    // A player who was passed over is picked late like a card: by the player, not by a button of the stage that is open.
    if (player !== null && late) return;
    if (id === null || !cards.has(id)) {
      offer.buttons.push(choice);
      return;
    }
    const anchor = anchorOf(id, cards, me);
    const key = anchor ?? id;
    if (anchor === null && !offer.tray.includes(id)) offer.tray.push(id);
    offer.byCard.set(key, [...(offer.byCard.get(key) ?? []), { choice, late }]);
  };
  const legal = draft.next?.legal ?? [];
  for (const choice of legal) {
    switch (choice.action.verb) {
      case "done": offer.done = choice; break;
      case "pass": offer.pass = choice; break;
      case "yes":
      case "no":
        if (offer.first) offer.second = choice;
        else offer.first = choice;
        break;
      case "rest": offer.rest = choice; break;
      default: place(choice, false);
    }
  }
  for (const choice of late) place(choice, true);
  const acts = legal.filter((choice) => choice.action.verb !== "pass" && choice.action.verb !== "done");
  offer.only = acts.length === 1 && !offer.done ? (acts[0] ?? null) : null;
  // Picks of this answer that lie in piles stay in the tray, to be seen and taken back.
  for (const step of draft.steps) {
    const id = cardOf(step.choice.action);
    if (id !== null && cards.has(id) && anchorOf(id, cards, me) === null && !offer.tray.includes(id)) offer.tray.push(id);
  }
  if (offer.tray.length > 1) {
    const order = new Map([...cards.keys()].map((id, i) => [id, i]));
    offer.tray.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  }
  return offer;
}

/** Cards that the unfinished answer has picked, with the step of each, by the card on the table that shows it. */
export function pickedBy(draft: Draft | null, cards: Map<string, CardView>, me: number | null): Map<string, number> {
  const picked = new Map<string, number>();
  draft?.steps.forEach((step, i) => {
    const id = cardOf(step.choice.action);
    if (id === null) return;
    picked.set(anchorOf(id, cards, me) ?? id, i);
  });
  return picked;
}

/** The player whom an action names. */
export const playerOf = (action: Choice["action"]): number | null => (action.verb === "player" ? action.seat : action.verb === "challenge" ? action.against : null);

/** Players that the unfinished answer has picked, with the step of each. */
export const pickedSeats = (draft: Draft | null): Map<number, number> =>
  new Map(draft?.steps.flatMap((step, i) => (step.choice.action.verb === "player" ? [[step.choice.action.seat, i] as const] : [])) ?? []);

/** Cards of the hand that the unfinished answer puts on the table (setup). */
export const placedBy = (draft: Draft | null): Set<string> =>
  new Set(draft?.steps.flatMap((step) => (step.choice.action.verb === "place" ? [step.choice.action.card] : [])) ?? []);
