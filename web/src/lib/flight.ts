// Cards fly from where they were to where they are: by id, across rows, hand and piles. Nothing moves without a change of the view.

import { settings } from "./settings.svelte";
import type { Entry } from "./wire";

interface Place {
  box: DOMRect;
  node: HTMLElement;
  kneeling: boolean;
}

export type Before = Map<string, Place>;

/** Whether nothing is to move. */
export const stillness = (): boolean => settings.value.motion === "off" || typeof matchMedia === "undefined" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const duration = (name: string, fallback: number) => {
  const value = parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name));
  return Number.isFinite(value) ? value : fallback;
};
const EASE = "cubic-bezier(.2, .7, .2, 1)";

const nodes = () => document.querySelectorAll<HTMLElement>("[data-card]");

/** Where every card is now. Call before the view changes. */
export function capture(): Before {
  const before: Before = new Map();
  if (stillness()) return before;
  for (const node of nodes()) {
    const id = node.dataset.card;
    if (id && !before.has(id)) before.set(id, { box: node.getBoundingClientRect(), node, kneeling: node.classList.contains("kneel") });
  }
  return before;
}

export interface Move {
  card: string | null;
  /** `seat:zone` of the pile it came from or went to. */
  from: string;
  to: string;
}

/** The moves from zone to zone among these events. */
export const movesOf = (entries: Entry[]): Move[] =>
  entries.flatMap(({ event }) => (event.type === "moved" ? [{ card: event.card, from: `${event.seat}:${event.from}`, to: `${event.seat}:${event.to}` }] : []));

const pile = (key: string) => document.querySelector<HTMLElement>(`[data-pile="${key}"]`)?.getBoundingClientRect() ?? null;
const centre = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

function fly(node: HTMLElement, from: DOMRect, to: DOMRect, turn: number, delay: number): void {
  const a = centre(from);
  const b = centre(to);
  const own = getComputedStyle(node).transform;
  const base = own === "none" ? "" : own;
  const size = turn === 0 ? Math.min(2.2, Math.max(0.3, from.height / Math.max(1, to.height))) : 1;
  const start = `translate(${a.x - b.x}px, ${a.y - b.y}px) ${base} rotate(${turn}deg) scale(${size})`;
  node.style.zIndex = "40";
  const animation = node.animate([{ transform: start }, { transform: base || "none" }], { duration: duration(turn === 0 ? "--m-move" : "--m-kneel", 300), easing: EASE, delay, fill: "backwards" });
  animation.onfinish = animation.oncancel = () => (node.style.zIndex = "");
}

function ghost(place: Place, to: DOMRect, delay: number): void {
  const copy = place.node.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-card");
  copy.removeAttribute("id");
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("inert", "");
  Object.assign(copy.style, { position: "fixed", left: `${place.box.x}px`, top: `${place.box.y}px`, margin: "0", zIndex: "60", pointerEvents: "none", transform: "none" });
  document.body.append(copy);
  const a = centre(place.box);
  const b = centre(to);
  const animation = copy.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${b.x - a.x}px, ${b.y - a.y}px) scale(.3)`, opacity: 0.4 }], {
    duration: duration("--m-move", 320), easing: EASE, delay, fill: "both",
  });
  animation.onfinish = animation.oncancel = () => copy.remove();
}

/** Lets the cards travel to their new places. Call when the new view stands in the page. */
export function play(before: Before, moves: Move[]): void {
  if (before.size === 0 || stillness()) return;
  const seen = new Set<string>();
  let order = 0;
  for (const node of nodes()) {
    const id = node.dataset.card;
    if (!id || seen.has(id)) continue;
    seen.add(id);
    const now = node.getBoundingClientRect();
    const was = before.get(id);
    if (was) {
      const kneeling = node.classList.contains("kneel");
      const turn = kneeling === was.kneeling ? 0 : kneeling ? -90 : 90;
      const far = Math.abs(was.box.x - now.x) + Math.abs(was.box.y - now.y) > 3;
      if (far || turn !== 0) fly(node, was.box, now, turn, 0);
      continue;
    }
    const move = moves.find((m) => m.card === id);
    const from = move ? pile(move.from) : null;
    if (from) fly(node, from, now, 0, Math.min(order++, 8) * 45);
  }
  for (const [id, place] of before) {
    if (seen.has(id)) continue;
    const move = moves.find((m) => m.card === id);
    const to = move ? pile(move.to) : null;
    if (to && place.box.width > 0) ghost(place, to, 0);
  }
}
