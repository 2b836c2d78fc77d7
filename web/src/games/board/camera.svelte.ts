// Which part of the map is seen: a middle and a scale (screen pixels for a unit of the map).
import { height, shapeOf, width } from "./geometry";

/** From this scale on names stand where they are printed. */
const NAMES = 0.55;
/** How far beyond its edge a part of the map may be drawn, in pixels: what lies at the edge comes out from under the buttons. */
const BEYOND = 76;

export class Camera {
  x = $state(width / 2);
  y = $state(height / 2);
  scale = $state(0);
  /** The size of the frame in pixels. */
  w = $state(0);
  h = $state(0);
  moved = false;
  /** What was last shown, until a person moves the map: a frame of another size shows it too. */
  #again: (() => void) | null = null;

  get whole(): number {
    return Math.min(this.w / width, this.h / height);
  }
  get box(): string {
    const k = this.scale || 1;
    return `${this.x - this.w / k / 2} ${this.y - this.h / k / 2} ${this.w / k} ${this.h / k}`;
  }
  /** Whether only a part is seen. */
  get close(): boolean {
    return this.scale > this.whole * 1.05;
  }

  /** A new frame: the whole map where names stay readable in it, else as close as the width allows. */
  frame(w: number, h: number): void {
    const first = this.w === 0;
    this.w = w;
    this.h = h;
    if (first || !this.moved) this.home();
    else this.#keep();
    this.#again?.();
  }
  home(): void {
    const fit = this.whole;
    const readable = 0.5;
    this.scale = fit >= readable ? fit : Math.min(Math.max(this.w / width, readable), 0.78);
    this.x = width / 2;
    this.y = this.h / this.scale >= height ? height / 2 : Math.min(height - this.h / this.scale / 2, Math.max(this.h / this.scale / 2, this.y));
    this.#keep();
  }
  all(): void {
    this.scale = this.whole;
    this.x = width / 2;
    this.y = height / 2;
    this.moved = false;
    this.#again = null;
  }
  #keep(): void {
    const k = this.scale;
    // Where the whole map is seen there is nothing to come nearer to.
    const more = this.close ? BEYOND / k : 0;
    const inside = (value: number, frame: number, size: number) => (frame / k >= size + 2 * more ? size / 2 : Math.min(size + more - frame / k / 2, Math.max(frame / k / 2 - more, value)));
    this.x = inside(this.x, this.w, width);
    this.y = inside(this.y, this.h, height);
  }
  pan(dx: number, dy: number): void {
    this.moved = true;
    this.#again = null;
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.#keep();
  }
  /** Zooms so that what is under this point of the frame stays there. */
  zoom(factor: number, px = this.w / 2, py = this.h / 2): void {
    this.#again = null;
    const next = Math.min(2.4, Math.max(this.whole, this.scale * factor));
    const [dx, dy] = [px - this.w / 2, py - this.h / 2];
    this.x += dx / this.scale - dx / next;
    this.y += dy / this.scale - dy / next;
    this.scale = next;
    this.moved = next > this.whole * 1.01;
    this.#keep();
  }
  /** As close as these areas allow, not closer than pieces need. */
  focus(areas: string[]): void {
    this.#again = () => this.focus(areas);
    const points = areas.map((id) => shapeOf(id).centre);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    if (points.length === 0 || this.scale === 0) return;
    const need = Math.min(this.w / (Math.max(...xs) - Math.min(...xs) + 240), this.h / (Math.max(...ys) - Math.min(...ys) + 240));
    const last = points.at(-1);
    this.scale = Math.max(this.whole, Math.min(1.05, Math.max(NAMES, need)));
    // Where they do not fit together, the last one is seen.
    [this.x, this.y] = need < NAMES && last ? last : [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
    this.moved = true;
    this.#keep();
  }
  /** Moves so that these areas are seen; closer or farther only if they would not fit. */
  show(areas: string[], force = false): void {
    if (areas.length === 0 || this.scale === 0) return;
    this.#again = () => this.show(areas, force);
    if (!this.close && !force) return;
    const points = areas.flatMap((id) => [shapeOf(id).centre, shapeOf(id).order]);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, right, top, bottom] = [Math.min(...xs) - 70, Math.max(...xs) + 70, Math.min(...ys) - 70, Math.max(...ys) + 70];
    const need = Math.min(this.w / (right - left), this.h / (bottom - top));
    if (need < this.scale && need < NAMES && areas.length > 1) return this.show(areas.slice(0, 1), force);
    if (need < this.scale) this.scale = Math.max(this.whole, need);
    const [hw, hh] = [this.w / this.scale / 2, this.h / this.scale / 2];
    // The buttons stand at the right.
    const free = this.close && right - left < 2 * hw - BEYOND / this.scale ? BEYOND / this.scale : 0;
    if (left < this.x - hw || right > this.x + hw - free) this.x = (left + right + free) / 2;
    if (top < this.y - hh || bottom > this.y + hh) this.y = (top + bottom) / 2;
    this.#keep();
  }
}
