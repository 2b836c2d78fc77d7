// Our drawing of the board: outlines, borders, places for pieces. Made by generate.py from a layout by hand; see board-map/README.md.
import raw from "./board.json";

export type Point = [number, number];

export interface AreaShape {
  kind: "land" | "sea" | "port";
  /** Of a harbour. */
  land?: string;
  sea?: string;
  path: Point[];
  holes: Point[][];
  centre: Point;
  label?: { at: Point; lines: string[]; size: number };
  units: Point[];
  order: Point;
  token?: Point;
  icons?: { type: string; at: Point }[];
}

interface Drawing {
  canvas: { width: number; height: number };
  sizes: { unit: number; order: number; token: number; icon: number; portUnit: number; portOrder: number };
  areas: Record<string, AreaShape>;
  barriers: Record<string, { type: "lake" | "mountains"; path: Point[]; holes: Point[][]; centre: Point }>;
  borders: { type: "sea" | "coast" | "barrier" | "land"; between: [string, string]; points: Point[] }[];
}

export const drawing = raw as unknown as Drawing;
export const { width, height } = drawing.canvas;
export const { sizes } = drawing;
export const shapes: [string, AreaShape][] = Object.entries(drawing.areas);

export function shapeOf(id: string): AreaShape {
  const shape = drawing.areas[id];
  if (!shape) throw new Error(`the map has no ${id}`);
  return shape;
}

const line = (points: Point[]): string => `M${points.map(([x, y]) => `${x},${y}`).join("L")}`;
const ring = (points: Point[]): string => `${line(points)}Z`;
export const outlineOf = (shape: { path: Point[]; holes: Point[][] }): string => ring(shape.path) + shape.holes.map(ring).join("");
export const outlines: Record<string, string> = Object.fromEntries(shapes.map(([id, shape]) => [id, outlineOf(shape)]));

export const coast = drawing.borders.filter((border) => border.type === "coast").map((border) => line(border.points)).join("");
export const inland = drawing.borders.filter((border) => border.type === "land" || border.type === "barrier").map((border) => line(border.points)).join("");
export const seaBorders = drawing.borders.filter((border) => border.type === "sea").map((border) => line(border.points)).join("");
export const barriers = Object.values(drawing.barriers);

const near = new Map<string, Set<string>>();
function touch(a: string, b: string): void {
  near.set(a, (near.get(a) ?? new Set()).add(b));
  near.set(b, (near.get(b) ?? new Set()).add(a));
}
for (const { between: [a, b] } of drawing.borders) touch(a, b);
// A harbour is a basin of its sea at its land.
for (const [id, { land, sea }] of shapes) for (const other of [land, sea]) if (other) touch(id, other);
/** Areas (and barriers) that share a border. */
export const touching = (id: string): Set<string> => near.get(id) ?? new Set();

/** One of six tints by land; neighbours never share one. */
export const tints: Record<string, number> = (() => {
  const got: Record<string, number> = {};
  const lands = shapes.filter(([, shape]) => shape.kind === "land").map(([id]) => id);
  lands.sort((a, b) => touching(b).size - touching(a).size || (a < b ? -1 : 1));
  lands.forEach((id, at) => {
    const used = new Set([...touching(id)].map((other) => got[other]));
    got[id] = [0, 1, 2, 3, 4, 5].map((step) => (at + step) % 6).find((tint) => !used.has(tint)) ?? 0;
  });
  return got;
})();

/** Places for so many pieces: up to three stand in the middle of the four places, more close up. */
export function spread(shape: AreaShape, n: number): Point[] {
  const slots = shape.units;
  if (shape.kind === "port" && n <= slots.length) return slots;
  const cx = slots.reduce((sum, [x]) => sum + x, 0) / slots.length;
  const cy = slots.reduce((sum, [, y]) => sum + y, 0) / slots.length;
  const [a, b, c] = slots;
  if (n === 1 || !a || !b || !c) return [[cx, cy]];
  const span = (axis: 0 | 1) => Math.max(...slots.map((p) => p[axis])) - Math.min(...slots.map((p) => p[axis]));
  const wide = span(0) >= span(1);
  if (n === 2) return wide ? [[cx - 20, cy], [cx + 20, cy]] : [[cx, cy - 20], [cx, cy + 20]];
  if (n === 3) {
    if (span(0) > 100) return [[cx - 40, cy], [cx, cy], [cx + 40, cy]];
    if (Math.abs(a[0] - c[0]) > 4) {
      const mid = (a[0] + b[0]) / 2;
      const rest = slots.slice(2).reduce((best, p) => (Math.abs(p[0] - mid) < Math.abs(best[0] - mid) ? p : best), c);
      return [a, b, rest];
    }
    return [[cx - 20, cy - 17], [cx + 20, cy - 17], [cx, cy + 19]];
  }
  if (n <= slots.length) return slots;
  // More than there are places (routed units beside an army): rows that overlap a little.
  const columns = Math.ceil(n / 2);
  return Array.from({ length: n }, (_, i): Point => [cx + ((i % columns) - (columns - 1) / 2) * 26, cy + (i < columns ? -17 : 18)]);
}

/** The area in a direction from another, as the arrow keys go. */
export function towards(from: string, dx: number, dy: number, among: string[]): string | null {
  const [x0, y0] = shapeOf(from).centre;
  const best = (list: string[], narrow: number): string | null => {
    let found: string | null = null;
    let least = Infinity;
    for (const id of list) {
      if (id === from) continue;
      const [x, y] = shapeOf(id).centre;
      const along = (x - x0) * dx + (y - y0) * dy;
      const across = Math.abs((x - x0) * dy + (y - y0) * dx);
      const cost = along + across * 1.6;
      if (along > 4 && across <= along * narrow && cost < least) [found, least] = [id, cost];
    }
    return found;
  };
  const neighbours = [...touching(from)].filter((id) => id in drawing.areas);
  return best(neighbours, 1.2) ?? best(among, 2.5);
}

/** The middle of a border between two areas, if they share one. */
export function borderMiddle(a: string, b: string, shift = 0): Point | null {
  const shared = drawing.borders.filter(({ between }) => between.includes(a) && between.includes(b));
  const longest = shared.sort((p, q) => q.points.length - p.points.length)[0];
  return longest?.points[Math.floor(longest.points.length * (0.5 + shift))] ?? null;
}

export interface Arrow {
  shaft: string;
  head: string;
}

/** A bent arrow from one place to another. */
export function arrow([x1, y1]: Point, [x2, y2]: Point, bend = 0.12): Arrow {
  const mx = (x1 + x2) / 2 - (y2 - y1) * bend;
  const my = (y1 + y2) / 2 + (x2 - x1) * bend;
  const turn = Math.atan2(y2 - my, x2 - mx);
  const hx = x2 - 24 * Math.cos(turn);
  const hy = y2 - 24 * Math.sin(turn);
  const [sx, sy] = [17 * Math.sin(turn), 17 * Math.cos(turn)];
  return { shaft: `M${x1},${y1}Q${mx},${my} ${hx},${hy}`, head: `M${x2},${y2}L${hx - sx},${hy + sy}L${hx + sx},${hy - sy}Z` };
}

/** The arrow of something that goes from area to area. */
export function arrowBetween(from: string, to: string, bend = 0.12): Arrow {
  const start = shapeOf(from);
  const end = shapeOf(to);
  return arrow(start.order, end.centre, start === end ? 0 : bend);
}
