// Cards and seats as screen readers say them.
import type { Face } from "./faces";
import type { CardView } from "./generated/CardView";
import type { SeatInfo } from "./generated/SeatInfo";
import { texts } from "./texts";

export interface Spoken {
  picked?: boolean;
  legal?: boolean;
  several?: boolean;
  source?: boolean;
  attachments?: CardView[];
  duplicates?: number;
  placed?: boolean;
}

export function sayCard(card: CardView, face: Face, state: Spoken = {}): string {
  if (card.name === null && face.name === "") return texts.card.unknown;
  const parts: string[] = [];
  if (face.type === "plot" && face.plot) {
    const { income, initiative, claim, reserve } = face.plot;
    parts.push(texts.card.plotAria(face.name, Number(income), Number(initiative), Number(claim), Number(reserve)));
  } else {
    parts.push(face.name);
  }
  if (face.str !== null) parts.push(texts.card.str(face.str));
  else if (face.type && face.type !== "plot" && face.type !== "faction") parts.push(texts.type[face.type].toLowerCase());
  if (card.zone === "hand" && face.cost !== null) parts.push(texts.card.cost(face.cost));
  if (card.zone === "play" && face.type !== "attachment") parts.push(card.kneeling ? texts.table.kneeling : texts.table.standing);
  if (card.attacking) parts.push(texts.card.attacking);
  if (card.defending) parts.push(texts.card.defending);
  if (card.bypassed) parts.push(texts.card.bypassed);
  if (card.power > 0) parts.push(texts.card.powerOn(card.power));
  if (card.gold > 0) parts.push(texts.card.goldOn(card.gold));
  if (state.attachments?.length) parts.push(texts.card.attached(state.attachments.map((a) => a.name ?? texts.card.unknown).join(", ")));
  if (state.duplicates) parts.push(texts.card.duplicates(state.duplicates));
  if (state.source) parts.push(texts.card.aria.asks);
  if (state.placed) parts.push(texts.card.placed);
  else if (state.picked) parts.push(texts.card.aria.picked);
  else if (state.legal) parts.push(state.several ? `${texts.card.aria.pick}, ${texts.card.aria.several}` : texts.card.aria.pick);
  return texts.card.name(parts);
}

export const seatName = (seats: SeatInfo[], seat: number, me: number | null): string =>
  seat === me ? texts.table.you : (seats.find((s) => s.seat === seat)?.name ?? `P${seat + 1}`);
