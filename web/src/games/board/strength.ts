// What a march would meet, from what lies open on the board: units, orders, garrisons, open Support orders. Cards come later.
import { areaFacts, orderFacts, unitKinds, type AreaFacts } from "./facts";
import type { AreaView, BoardView, Unit, Units } from "./types";

export interface Supporter {
  area: string;
  by: number;
  strength: number;
}

export interface Estimate {
  from: string;
  at: string;
  attacker: number;
  /** Null for a neutral force. */
  defender: number | null;
  units: [number, number];
  order: [number, number];
  garrison: number;
  /** Support that each has of its own. */
  own: [Supporter[], Supporter[]];
  /** Of others, who may help either side or nobody. */
  third: Supporter[];
  total: [number, number];
  /** Who wins a tie before cards: the higher place on the Fiefdoms track. */
  tieTo: number | null;
}

const value = (unit: Unit, castle: boolean, attacks: boolean): number => ({ footman: 1, knight: 2, siege_engine: attacks && castle ? 4 : 0, ship: 1 })[unit];

const ofUnits = (units: Units, castle: boolean, attacks: boolean): number => unitKinds.reduce((sum, unit) => sum + units[unit] * value(unit, castle, attacks), 0);

/** Whether an order in one area reaches a combat in another: ships support land and sea, land units only land, ports only their sea. */
function reaches(from: AreaFacts, at: AreaFacts): boolean {
  if (!from.adjacent.includes(at.id)) return false;
  return at.kind === "sea" ? from.kind !== "land" : from.kind !== "port";
}

function supporters(view: BoardView, at: AreaFacts, without: string, attacks: (by: number) => boolean): Supporter[] {
  return view.areas.flatMap((area: AreaView): Supporter[] => {
    const order = area.order ? orderFacts(area.order) : null;
    if (area.owner === null || order?.kind !== "support" || area.id === without || !reaches(areaFacts(area.id), at)) return [];
    return [{ area: area.id, by: area.owner, strength: ofUnits(area.units, at.castle > 0, attacks(area.owner)) + order.bonus }];
  });
}

/** The combat that a march begins, before cards. */
export function marchEstimate(view: BoardView, attacker: number, from: string, at: string, units: Unit[]): Estimate | null {
  const target = view.areas.find(({ id }) => id === at);
  const start = view.areas.find(({ id }) => id === from);
  if (!target || !start) return null;
  const facts = areaFacts(at);
  const castle = facts.castle > 0;
  const defender = target.owner ?? target.garrison;
  const march = start.order ? orderFacts(start.order).bonus : 0;
  const defense = target.order && orderFacts(target.order).kind === "defense" ? orderFacts(target.order).bonus : 0;
  const all = supporters(view, facts, from, (by) => by !== defender);
  const own: [Supporter[], Supporter[]] = [all.filter(({ by }) => by === attacker), all.filter(({ by }) => by === defender)];
  const sum = (list: Supporter[]) => list.reduce((total, { strength }) => total + strength, 0);
  const strengths: [number, number] = [units.reduce((total, unit) => total + value(unit, castle, true), 0), target.owner === defender && defender !== null ? ofUnits(target.units, castle, false) : 0];
  const order: [number, number] = [march, defender !== null && target.owner === defender ? defense : 0];
  const garrison = target.force;
  const total: [number, number] = [Math.max(0, strengths[0] + order[0] + sum(own[0])), Math.max(0, strengths[1] + order[1] + garrison + sum(own[1]))];
  const place = (seat: number) => view.fiefdoms.indexOf(seat);
  return { from, at, attacker, defender, units: strengths, order, garrison, own, third: all.filter(({ by }) => by !== attacker && by !== defender), total, tieTo: defender === null ? attacker : place(attacker) < place(defender) ? attacker : defender };
}
