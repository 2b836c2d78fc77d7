// What the board game says over the wire: its view, its actions, its events (crate board-game: view.rs, action.rs).
import type { Outcome } from "../../lib/generated/Outcome";
import type { SeatInfo } from "../../lib/generated/SeatInfo";

export type Unit = "footman" | "knight" | "siege_engine" | "ship";
export type Track = "iron_throne" | "fiefdoms" | "kings_court";
export type Ban = "raid" | "march_plus" | "consolidate_power" | "support" | "defense";
export type Units = Record<Unit, number>;

export interface AreaView {
  id: string;
  owner: number | null;
  units: Units;
  routed: Units;
  token: number | null;
  force: number;
  garrison: number | null;
  closed: boolean;
  order: string | null;
  facedown: boolean;
  controller: number | null;
}

export interface HouseView {
  seat: number;
  house: string;
  power: number;
  pool: number;
  supply: number;
  barrels: number;
  limits: number[];
  castles: number;
  lands: number;
  stars: number;
  hand: string[];
  discard: string[];
  stock: Units;
  answered: boolean;
}

export interface WesterosView {
  card: string | null;
  used: string[];
  draw: number;
}

export interface AttackView {
  strength: number;
  bids: number[];
  without: number[];
  won: boolean | null;
  named: number | null;
  card: string | null;
}

export interface Strength {
  units: number;
  order: number;
  garrison: number;
  support: number;
  card: number;
  blade: number;
  tides: number;
  total: number;
  swords: number;
  fortifications: number;
}

export interface CombatView {
  attacker: number;
  defender: number | null;
  from: string;
  at: string;
  force: Units;
  order: string;
  supports: { area: string; by: number | null; side: number }[];
  cards: [string | null, string | null];
  strength: [Strength, Strength];
  blade: number | null;
  tides: [string | null, string | null];
  winner: number | null;
}

export interface BoardView {
  viewer: number | null;
  board: string;
  rulings: string;
  tides: boolean;
  round: number;
  rounds: number;
  phase: "westeros" | "planning" | "action";
  step_name: string;
  acting: number[];
  areas: AreaView[];
  players: HouseView[];
  iron_throne: number[];
  fiefdoms: number[];
  kings_court: number[];
  blade_used: boolean;
  raven_used: boolean;
  threat: number;
  westeros: WesterosView[];
  wildlings: (string | null)[];
  bans: Ban[];
  bids: number[];
  attack: AttackView | null;
  combat: CombatView | null;
  outcome: Outcome | null;
}

export type BoardAction =
  | { verb: "order"; area: string; order: string }
  | { verb: "leave" | "replace" | "use" | "target" | "downgrade" | "refuse"; area: string }
  | { verb: "look" | "keep" | "bottom" | "pass" | "accept" | "no_target" | "done" | "leave_token" | "no_token" | "take_power" | "muster_instead" }
  | { verb: "move"; unit: Unit; to: string }
  | { verb: "muster"; area: string; unit: Unit; at: string }
  | { verb: "upgrade"; area: string; unit: Unit }
  | { verb: "bid"; power: number }
  | { verb: "house"; seat: number }
  | { verb: "option"; option: number }
  | { verb: "destroy"; area: string; unit: Unit; routed: boolean }
  | { verb: "card"; card: string }
  | { verb: "track"; track: Track }
  | { verb: "support"; area: string; side: number | null }
  | { verb: "ships"; count: number };

export interface BoardChoice {
  index: number;
  action: BoardAction;
  label: string;
}

export interface BoardAsked {
  seat: number;
  decision: number;
  kind: "window" | "option" | "select" | "order" | "number" | "compound";
  topic: string;
  text: string;
  source: string | null;
  rule: string | null;
  min: number;
  max: number;
  simultaneous: boolean;
  legal: BoardChoice[];
  complete: boolean;
}

export interface BoardEvent {
  type: string;
  text: string;
  rule: string | null;
  areas: string[];
  /** How the game ended, with `over`. */
  outcome?: Outcome;
}

export interface BoardEntry {
  seq: number;
  event: BoardEvent;
}

export interface BoardRoom {
  room: string;
  version: number;
  seats: SeatInfo[];
  me: number | null;
  view: BoardView | null;
  prompt: BoardAsked | null;
  canWithdraw: boolean;
  outcome: Outcome | null;
  rematch: string | null;
  paused: string | null;
}
