// The board and the cards as the game's own data tell them (facts.json is written by a test of crate board-game).
import raw from "./facts.json";
import type { Ban, Track, Unit, Units } from "./types";

export interface AreaFacts {
  id: string;
  name: string;
  kind: "land" | "sea" | "port";
  castle: number;
  barrels: number;
  crowns: number;
  home: string | null;
  adjacent: string[];
  port: string | null;
  land: string | null;
  sea: string | null;
}

export type OrderKind = "march" | "defense" | "support" | "raid" | "consolidate_power";

export interface OrderFacts {
  id: string;
  name: string;
  kind: OrderKind;
  bonus: number;
  star: boolean;
  count: number;
}

export interface HouseCard {
  id: string;
  name: string;
  house: string;
  strength: number;
  swords: number;
  fortifications: number;
  text: string;
}

export interface WesterosCard {
  id: string;
  name: string;
  copies: number;
  icon: boolean;
  text: string;
}

export interface WildlingCard {
  id: string;
  name: string;
  lowest: string;
  others: string;
  highest: string;
}

export interface TidesCard {
  id: string;
  copies: number;
  strength: number;
  swords: number;
  fortifications: number;
  skulls: number;
}

interface Facts {
  name: string;
  rounds: number;
  victory: number;
  power: number;
  threat: { start: number; step: number; attack: number };
  supply: number[][];
  tracks: { id: Track; name: string; token: string }[];
  houses: { id: string; name: string; garrison: number }[];
  orders: OrderFacts[];
  areas: AreaFacts[];
  cards: HouseCard[];
  westeros: WesterosCard[][];
  wildlings: WildlingCard[];
  tides: TidesCard[];
  setups: { houses: string[]; stars: number[] }[];
}

export const facts = raw as unknown as Facts;

const byId = <T extends { id: string }>(list: T[]): Map<string, T> => new Map(list.map((item) => [item.id, item]));
const areas = byId(facts.areas);
const orders = byId(facts.orders);
const cards = byId(facts.cards);
const houses = byId(facts.houses);
const wildlings = byId(facts.wildlings);

function found<T>(map: Map<string, T>, id: string): T {
  const thing = map.get(id);
  if (!thing) throw new Error(`the board has no ${id}`);
  return thing;
}

export const areaFacts = (id: string): AreaFacts => found(areas, id);
export const areaName = (id: string): string => areas.get(id)?.name ?? id;
export const orderFacts = (id: string): OrderFacts => found(orders, id);
export const houseCard = (id: string): HouseCard => found(cards, id);
export const houseName = (id: string): string => houses.get(id)?.name ?? id;
export const wildlingCard = (id: string): WildlingCard => found(wildlings, id);
export const cardsOf = (house: string): HouseCard[] => facts.cards.filter((card) => card.house === house);
export const westerosCard = (deck: number, id: string): WesterosCard | null => facts.westeros[deck]?.find((card) => card.id === id) ?? null;
export const tidesCard = (id: string): TidesCard | null => facts.tides.find((card) => card.id === id) ?? null;

/** Special orders by place on the King's Court track, for so many houses. */
export const starsByPlace = (players: number): number[] => facts.setups.find((setup) => setup.houses.length === players)?.stars ?? [];

/** Whether a restriction of this planning phase forbids an order. */
export function banned(bans: Ban[], order: OrderFacts): boolean {
  return bans.some((ban) => (ban === "march_plus" ? order.kind === "march" && order.bonus > 0 : ban === order.kind));
}

export const unitKinds: Unit[] = ["footman", "knight", "siege_engine", "ship"];
export const unitList = (units: Units): Unit[] => unitKinds.flatMap((kind) => Array.from({ length: units[kind] }, () => kind));
export const unitCount = (units: Units): number => unitKinds.reduce((sum, kind) => sum + units[kind], 0);

/** The house that a sentence is about: the first that it names; mine where it begins with "You". */
export function houseIn(text: string, mine: string | null): string | null {
  if (mine && /^(?:You|Your)\b/.test(text)) return mine;
  const named = facts.houses.map(({ id, name }) => ({ id, at: text.indexOf(name) })).filter(({ at }) => at >= 0);
  return named.sort((a, b) => a.at - b.at)[0]?.id ?? null;
}

/** The places of the victory track: a house that has lost its last castle stands before the first. */
export const victoryPlaces = (castles: number[]): number[] => {
  const lowest = Math.min(1, ...castles);
  return Array.from({ length: facts.victory - lowest + 1 }, (_, i) => lowest + i);
};
