// What is answered without asking, because its player wished so: passing until one's turn, keywords, saves by duplicates.
//
// Only open information decides: the question itself, whose turn it is, the steps at which the player wants to stop. A pass that is
// given at once is held by the room until the window's bluff time is over, so that nobody sees a difference.
import type { Action } from "./generated/Action";
import type { View } from "./generated/View";
import type { Asked } from "./wire";

export interface Wishes {
  keywords: "ask" | "auto";
  duplicates: "ask" | "auto";
}

/** What a question is answered with by the player's wishes, by meaning; `null` if it is asked. */
export function settled(asked: Asked, wishes: Wishes): Action[] | null {
  const actions = asked.legal.map((choice) => choice.action);
  if (wishes.keywords === "auto") {
    const yes = actions.find((action) => action.verb === "yes");
    const cards = actions.filter((action) => action.verb === "card");
    if (asked.topic === "keyword_use" && yes) return [yes];
    if (asked.topic === "keyword_use" && asked.kind === "select" && cards.length > 0 && cards.length <= asked.max) return cards;
    const [first] = actions;
    if (asked.topic === "keyword_type" && first) return [first];
  }
  if (wishes.duplicates === "auto" && asked.kind === "window" && asked.topic === "interrupts") {
    // Where something else could be used as well, the player chooses.
    const [only, ...more] = actions.filter((action) => action.verb !== "pass");
    if (only?.verb === "save" && more.length === 0) return [only];
  }
  return null;
}

/** The steps and topics at which a player wants to stop. */
export interface Stops {
  all: boolean;
  at: readonly string[];
}

const stopsHere = (asked: Asked, view: View, stops: Stops) => stops.all || stops.at.includes(asked.topic) || stops.at.includes(view.step);

/**
 * Whether a question is passed by somebody who passes until their turn. It ends with what is no window, with the own turn, and at a
 * stop. `left`: the turn was another's since it began.
 */
export function passes(asked: Asked, view: View, me: number, left: boolean, stops: Stops): boolean {
  if (asked.kind !== "window" || asked.topic === "marshaling") return false;
  if (!asked.legal.some((choice) => choice.action.verb === "pass")) return false;
  return !(left && view.active_player === me) && !stopsHere(asked, view, stops);
}
