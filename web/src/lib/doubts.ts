// Clicks that cost more than they seem to: the table asks once more before them, in one dialog; each kind can be silenced.
import type { Offer } from "./choices";
import { cardOf, type Draft } from "./draft";
import type { CardView } from "./generated/CardView";
import type { View } from "./generated/View";
import { texts } from "./texts";
import type { Entry } from "./wire";

export type DoubtKind = "zero" | "setup" | "marshal" | "challenges" | "leave" | "concede";
/** Kinds that a person may silence: what ends a game is always asked. */
export const silenceable: DoubtKind[] = ["zero", "setup", "marshal", "challenges", "leave"];

export interface Doubt {
  kind: DoubtKind;
  title: string;
  text: string;
  yes: string;
  no: string;
}

/** Whether I have initiated a challenge since this challenges phase began. */
export function attackedThisPhase(log: Entry[], me: number | null): boolean {
  for (let i = log.length - 1; i >= 0; i -= 1) {
    const event = log[i]?.event;
    if (event?.type === "step" && event.phase !== "challenges") return false;
    if (event?.type === "initiated" && event.attacker === me) return true;
  }
  return false;
}

/** What a pass here gives away, if it is much: a phase in which something could still be done. */
export function doubtOfPass(topic: string, offer: Offer, view: View, log: Entry[]): Doubt | null {
  const choices = [...[...offer.byCard.values()].flat().map(({ choice }) => choice), ...offer.buttons];
  if (choices.length === 0) return null;
  switch (topic) {
    case "setup_cards":
      return { kind: "setup", ...texts.doubt.setup };
    case "marshaling": {
      const gold = view.players.find((player) => player.seat === view.viewer)?.gold ?? 0;
      const cards = choices.filter(({ action }) => action.verb === "marshal" || action.verb === "into_shadows").length;
      if (cards === 0 && gold === 0) return null;
      return { kind: "marshal", ...texts.doubt.marshal, text: texts.doubt.marshal.text(gold, cards) };
    }
    case "initiate":
      return attackedThisPhase(log, view.viewer) ? null : { kind: "challenges", ...texts.doubt.challenges };
    default:
      return null;
  }
}

/** Whether the picked attackers have no STR at all. */
export function zeroAttack(draft: Draft, cards: Map<string, CardView>): boolean {
  const attackers = draft.steps.filter((step) => /attacker/.test(step.asked.topic)).flatMap((step) => cardOf(step.choice.action) ?? []);
  return attackers.length > 0 && attackers.every((id) => (cards.get(id)?.str ?? 0) <= 0);
}
