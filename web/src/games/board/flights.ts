// Which units came from where with a new state: they are seen to move. Nothing is known but the two views and the events between.
import type { BoardEntry, BoardView, Unit, Units } from "./types";

/** So many units of a kind that now lie in `to` were in `from` before. */
export interface Flight {
  from: string;
  to: string;
  unit: Unit;
  routed: boolean;
  n: number;
}

const kinds: Unit[] = ["footman", "knight", "siege_engine", "ship"];
const travels = new Set(["march", "retreat"]);
const none: Units = { footman: 0, knight: 0, siege_engine: 0, ship: 0 };

/** The moves between two views. A combat's winner comes from where the attack came from. */
export function flightsOf(before: BoardView, now: BoardView, fresh: BoardEntry[]): Flight[] {
  const origin = new Map<string, string>();
  for (const { event } of fresh) {
    const [from, to] = event.areas;
    if (from && to && travels.has(event.type)) origin.set(to, from);
    // What goes back, or stays, has not moved.
    else if (from && event.type === "conquered" && before.combat?.at === from) origin.set(from, before.combat.from);
  }
  return [...origin].flatMap(([to, from]) => {
    const was = before.areas.find(({ id }) => id === to);
    const is = now.areas.find(({ id }) => id === to);
    if (!was || !is || is.owner === null) return [];
    const same = was.owner === is.owner;
    return ([["units", false], ["routed", true]] as const).flatMap(([key, routed]) =>
      kinds.flatMap((unit): Flight[] => {
        const n = is[key][unit] - (same ? was[key] : none)[unit];
        return n > 0 ? [{ from, to, unit, routed, n }] : [];
      }),
    );
  });
}
