// A table of more than two: who may not attack whom, whose boards are shown large, how large the cards of a board are.
import type { SeatInfo } from "./generated/SeatInfo";
import type { View } from "./generated/View";
import type { Host } from "./rows";

/** What binds one player to another, as their titles say. */
export type Bond = "rival" | "supports" | "supported";

/** `supports`: `from` supports `to` and may not attack; `supported`: the other way round. The view says so; nothing is worked out here. */
export function bond(view: View, from: number, to: number): Bond | null {
  const player = view.players.find((p) => p.seat === from);
  const other = view.players.find((p) => p.seat === to);
  if (!player || !other || from === to) return null;
  if (player.supports.includes(to)) return "supports";
  if (other.supports.includes(from)) return "supported";
  return player.rivals.includes(to) ? "rival" : null;
}

export const isMelee = (view: View | null): boolean => (view?.players.length ?? 0) > 2;

/** What a seat does in the challenge. */
export type Part = "attacks" | "defends" | "was_attacked";
export function partOf(view: View, seat: number): Part | null {
  const challenge = view.challenge;
  if (!challenge) return null;
  if (challenge.attacker === seat) return "attacks";
  if (challenge.defender === seat) return "defends";
  return challenge.against === seat ? "was_attacked" : null;
}

/** The least width at which a board holds three pocket cards side by side. */
export const BOARD = 272;
/** As many boards as stand side by side in this room: all opponents if they fit, else two that matter. */
export const boardsIn = (width: number, opponents: number): number => (opponents * BOARD + (opponents - 1) * 8 <= width ? opponents : width >= 2 * BOARD ? 2 : 1);

export interface Wishes {
  /** Seats that were chosen by hand, the newest first. */
  chosen: number[];
  /** Seats on whose boards something can be picked now. */
  picks: number[];
}

/** Whose boards are shown: who was chosen by hand, where something can be picked, who fights, whose turn it is; the rest in order. */
export function inFocus(view: View, opponents: number[], many: number, { chosen, picks }: Wishes): number[] {
  if (opponents.length <= many) return opponents;
  const challenge = view.challenge;
  const living = opponents.filter((seat) => view.players.some((p) => p.seat === seat && !p.eliminated));
  const fighting = challenge ? [challenge.attacker, challenge.defender] : [];
  const order = [...chosen.slice(0, many), ...picks, ...fighting, ...(view.active_player === null ? [] : [view.active_player]), ...living, ...opponents];
  const shown = new Set<number>();
  for (const seat of order) if (opponents.includes(seat) && shown.size < many) shown.add(seat);
  return opponents.filter((seat) => shown.has(seat));
}

/** The standing and kneeling widths of a pocket card, its height, what hangs under it, and the gap. */
const POCKET = { standing: 78, kneeling: 106, height: 106, strip: 21, gap: 6, badge: 10 };

/** Whether the characters of a board stand as pocket cards in lines, or, where that is too high, as tiles. */
export function boardSize(hosts: Host[], width: number, height: number): "pocket" | "tile" {
  if (width <= 0) return "pocket";
  let lines = 1;
  let x = 0;
  const strips = [0];
  for (const host of hosts) {
    const wide = host.card.kneeling ? POCKET.kneeling : POCKET.standing;
    if (x > 0 && x + POCKET.gap + wide > width) {
      lines += 1;
      x = 0;
      strips.push(0);
    }
    x += (x > 0 ? POCKET.gap : 0) + wide;
    strips[lines - 1] = Math.max(strips[lines - 1] ?? 0, Math.min(2, host.attachments.length));
  }
  const high = lines * (POCKET.height + POCKET.badge) + (lines - 1) * POCKET.gap + strips.reduce((sum, n) => sum + n * POCKET.strip, 0);
  return high <= height ? "pocket" : "tile";
}

/** Opponents of one person by name, for the first page. */
export const opponentNames = (seats: SeatInfo[], me: number | null): string[] => seats.filter((seat) => seat.seat !== me).map((seat) => seat.name);
