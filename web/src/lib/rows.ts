// From a view to what lies where: seats, rows, hosts with what hangs on them, piles.
import type { CardView } from "./generated/CardView";
import type { PlayerView } from "./generated/PlayerView";
import type { View } from "./generated/View";
import type { Zone } from "./generated/Zone";

/** A card in a row with its attachments and duplicates. */
export interface Host {
  card: CardView;
  attachments: CardView[];
  duplicates: CardView[];
  /** Takes part in the challenge: leaves its row toward the banner. */
  lifted: boolean;
}

export interface Half {
  player: PlayerView;
  mine: boolean;
  faction: CardView | null;
  agendas: CardView[];
  plot: CardView | null;
  /** The title that the player bears, or has taken and shows nobody yet. */
  title: CardView | null;
  chosenPlot: CardView | null;
  characters: Host[];
  locations: Host[];
  shadows: CardView[];
  hand: CardView[];
  /** Power on cards other than the faction card. */
  factionPower: number;
  piles: Record<PileName, { count: number; cards: CardView[] }>;
}

export type PileName = "deck" | "discard" | "dead" | "plot_deck" | "used_plots";
export const pileNames: PileName[] = ["deck", "discard", "dead", "plot_deck", "used_plots"];

export interface Layout {
  mine: Half | null;
  /** Clockwise from my left; a spectator's first half is seat 0. */
  others: Half[];
  cards: Map<string, CardView>;
  /** Cards that are being played or resolved right now. */
  stage: CardView[];
}

const inZone = (cards: CardView[], seat: number, zone: Zone) => cards.filter((c) => c.zone === zone && c.owner === seat);

function hostOf(card: CardView, cards: Map<string, CardView>): Host {
  const find = (ids: string[]) => ids.flatMap((id) => cards.get(id) ?? []);
  return { card, attachments: find(card.attachments), duplicates: find(card.duplicates), lifted: card.attacking || card.defending };
}

/** Participants gather in the middle, the others keep their order at the sides. */
export function gather(hosts: Host[]): Host[] {
  const lifted = hosts.filter((h) => h.lifted);
  if (lifted.length === 0) return hosts;
  const rest = hosts.filter((h) => !h.lifted);
  const left = Math.floor(rest.length / 2);
  return [...rest.slice(0, left), ...lifted, ...rest.slice(left)];
}

function half(view: View, player: PlayerView, cards: Map<string, CardView>, placed: Set<string>): Half {
  const seat = player.seat;
  const all = view.cards;
  const inPlay = all.filter((c) => c.zone === "play" && c.controller === seat && c.host === null);
  const drafted = all.filter((c) => placed.has(c.id) && c.zone === "hand" && c.owner === seat);
  const rows = [...inPlay, ...drafted];
  const faction = inPlay.find((c) => c.type === "faction") ?? null;
  const isSupport = (c: CardView) => c.type === "location" || c.type === "attachment" || c.type === "event" || (c.facedown && c.type === null);
  const hosts = rows.filter((c) => c !== faction && c.type !== "title" && c.type !== "agenda" && c.type !== "plot").map((c) => hostOf(c, cards));
  const pile = (zone: PileName, count: number) => ({ count, cards: inZone(all, seat, zone) });
  return {
    player,
    mine: view.viewer === seat,
    faction,
    agendas: all.filter((c) => c.owner === seat && (c.zone === "agenda" || (c.zone === "play" && c.type === "agenda"))),
    plot: all.find((c) => c.zone === "revealed_plot" && c.controller === seat) ?? null,
    title: all.find((c) => c.type === "title" && c.zone === "play" && c.controller === seat) ?? null,
    chosenPlot: all.find((c) => c.zone === "chosen_plot" && c.controller === seat) ?? null,
    characters: hosts.filter((h) => !isSupport(h.card)),
    locations: hosts.filter((h) => isSupport(h.card)),
    shadows: all.filter((c) => c.zone === "shadows" && c.controller === seat),
    hand: inZone(all, seat, "hand").filter((c) => !placed.has(c.id)),
    factionPower: faction?.power ?? 0,
    piles: {
      deck: pile("deck", player.deck),
      discard: pile("discard", player.discard),
      dead: pile("dead", player.dead),
      plot_deck: pile("plot_deck", player.plot_deck),
      used_plots: pile("used_plots", player.used_plots),
    },
  };
}

/** `placed`: cards of my hand that my unfinished answer puts on the table. */
export function layOut(view: View, placed: Set<string> = new Set()): Layout {
  const cards = new Map(view.cards.map((c) => [c.id, c]));
  const me = view.viewer ?? 0;
  const count = view.players.length;
  const turn = (seat: number) => (seat - me + count) % count;
  const halves = [...view.players].sort((a, b) => turn(a.seat) - turn(b.seat)).map((player) => half(view, player, cards, placed));
  const [first, ...rest] = halves;
  return { mine: first ?? null, others: rest, cards, stage: view.cards.filter((c) => c.zone === "being_played") };
}

/** The card that stands on the table for this one: itself, or the host it hangs on; `null` if it lies in a pile or in another hand. */
export function anchorOf(id: string, cards: Map<string, CardView>, me: number | null): string | null {
  const card = cards.get(id);
  if (!card) return null;
  switch (card.zone) {
    case "hand":
      return card.owner === me ? id : null;
    case "play":
    case "revealed_plot":
    case "agenda":
    case "shadows":
      return id;
    case "duplicate":
    case "under":
      return card.host === null ? null : anchorOf(card.host, cards, me);
    default:
      return null;
  }
}

export type RowSize = "board" | "pocket" | "small" | "tile";

/** Standing and kneeling widths of each size a row can take; on a low screen `board` is smaller, and elsewhere as the player wishes. */
const widthsOf = (size: Exclude<RowSize, "tile">, low: boolean, board: [number, number] = low ? [92, 128] : [96, 134]): [number, number] =>
  size === "board" ? board : size === "pocket" ? [78, 106] : low ? [72, 88] : [72, 92];
/** As many strips of attachments as fit under a card of the largest size. */
const STRIPS = 1;

/** The largest size at which the cards of a row stand side by side, none over another. */
export function rowSize(hosts: Host[], kind: "characters" | "locations", room: number, gap: number, low: boolean, board?: [number, number]): RowSize {
  const fits = (size: Exclude<RowSize, "tile">) => {
    const [standing, kneeling] = widthsOf(size, low, board);
    return hosts.reduce((sum, host) => sum + (host.card.kneeling ? kneeling : standing) + gap, -gap) <= room;
  };
  if (room <= 0) return kind === "characters" ? "board" : "small";
  if (kind === "locations") return fits("small") ? "small" : "tile";
  if (fits("board") && hosts.every((host) => host.attachments.length <= STRIPS)) return "board";
  return fits("pocket") ? "pocket" : "tile";
}
