// How each player left the game, as the log tells it.
import type { SeatInfo } from "./generated/SeatInfo";
import type { Entry } from "./wire";

/** They gave up, or the rules put them out. */
export type Left = "conceded" | "out";

const CONCEDE = "TR.concede";

/** By seat, those who did not stay to the end. */
export function leftBy(log: readonly Entry[], seats: readonly SeatInfo[]): Map<number, Left> {
  const left = new Map<number, Left>();
  for (const { event } of log) {
    if (event.type === "eliminated" && !left.has(event.seat)) left.set(event.seat, event.rule === CONCEDE ? "conceded" : "out");
    // Where a concession ends the game, all others win by it.
    if (event.type === "over" && event.rule === CONCEDE && typeof event.outcome === "object" && "Won" in event.outcome) {
      const { seats: winners } = event.outcome.Won;
      for (const { seat } of seats) if (!winners.includes(seat)) left.set(seat, "conceded");
    }
  }
  return left;
}
