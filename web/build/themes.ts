// Other looks of the same styles. What is written as a colour in a style (not a card's face, which is the same in every light) becomes a
// variable; for each look the variables have another value, made from the first by one rule. The named tokens have values of their own,
// in styles/themes.css.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

const VIRTUAL = "virtual:themes.css";
/** Faces of cards, the tokens themselves, and pictures: as they are drawn. */
export const kept = /styles\/(tokens|themes|card|states|fonts)\.css|games\/board\/(map|faces)\.css/;
const HEX = /#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b/g;
const RGB = /rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)/g;

type Rgb = [number, number, number];

const hexOf = ([r, g, b]: Rgb) => `#${[r, g, b].map((n) => Math.round(Math.min(255, Math.max(0, n))).toString(16).padStart(2, "0")).join("")}`;
const rgbOf = (hex: string): Rgb => {
  const long = hex.length === 3 ? [...hex].map((c) => c + c).join("") : hex;
  return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16)) as Rgb;
};
/** Lightness, and two axes of colour, as eyes see them (OKLab). */
function labOf(rgb: Rgb): Rgb {
  const [r, g, b] = rgb.map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4)) as Rgb;
  const [l, m, s] = [0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b].map(Math.cbrt) as Rgb;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
}
function ofLab([L, a, b]: Rgb): Rgb {
  const [l, m, s] = [L + 0.3963377774 * a + 0.2158037573 * b, L - 0.1055613458 * a - 0.0638541728 * b, L - 0.0894841775 * a - 1.291485548 * b].map((n) => n ** 3) as Rgb;
  const linear = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s];
  return linear.map((n) => 255 * (n <= 0.0031308 ? 12.92 * Math.max(0, n) : 1.055 * n ** (1 / 2.4) - 0.055)) as Rgb;
}

/** Dark becomes light and light dark, in the same hue. What is dark here is a ground, and grounds are nearly alike in daylight. */
export function light(rgb: Rgb): Rgb {
  const [L, a, b] = labOf(rgb);
  if (L < 0.02) return rgb;
  const to = L < 0.45 ? 0.985 - 0.3 * L : 0.62 - 0.42 * L;
  // Brown grounds become parchment, not rose.
  return L < 0.45 ? ofLab([to, a * 0.3, b * 1.4]) : ofLab([to, a * 0.9, b * 0.9]);
}
/** Dark goes to black and light to white. */
export function contrast(rgb: Rgb): Rgb {
  const [L, a, b] = labOf(rgb);
  return ofLab([L < 0.45 ? L * 0.45 : L + (1 - L) * 0.45, L < 0.45 ? a * 0.6 : a, L < 0.45 ? b * 0.6 : b]);
}

/** The styles of a file: all of it, or its style block. */
export const stylesOf = (file: string) => (file.endsWith(".css") ? readFileSync(file, "utf8") : [...readFileSync(file, "utf8").matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map((m) => m[1]).join("\n"));
export function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.(css|svelte)$/.test(entry.name) && !kept.test(path.replaceAll("\\", "/")) ? [path] : [];
  });
}

/** Addresses of drawings within a style are left alone. */
const outside = (css: string, work: (part: string) => string) => css.split(/(url\([^)]*\))/).map((part) => (part.startsWith("url(") ? part : work(part))).join("");
const name = (hex: string) => `--k-${hexOf(rgbOf(hex)).slice(1)}`;
const nameRgb = (r: string, g: string, b: string) => `--k-${hexOf([Number(r), Number(g), Number(b)]).slice(1)}`;

export function varied(css: string): string {
  return outside(css, (part) =>
    part
      .replace(RGB, (_, r: string, g: string, b: string, alpha: string) => `rgb(from var(${nameRgb(r, g, b)}) r g b / ${alpha})`)
      .replace(HEX, (whole, hex: string, at: number, all: string) => (/[\w-]/.test(all[at - 1] ?? "") || /^\s*[{,.:#[>]/.test(all.slice(at + whole.length)) && !/:[^;{}]*$/.test(all.slice(0, at)) ? whole : `var(${name(hex)})`)),
  );
}

export function makeThemes(folder: string): string {
  const colours = new Map<string, Rgb>();
  for (const file of files(folder)) {
    outside(stylesOf(file), (part) => {
      for (const [, hex] of part.matchAll(HEX)) if (hex) colours.set(name(hex), rgbOf(hex));
      for (const [, r, g, b] of part.matchAll(RGB)) colours.set(nameRgb(r ?? "0", g ?? "0", b ?? "0"), [Number(r), Number(g), Number(b)]);
      return part;
    });
  }
  const look = (selector: string, change: (rgb: Rgb) => Rgb) => `${selector}{${[...colours].map(([key, rgb]) => `${key}:${hexOf(change(rgb))}`).join(";")}}`;
  return [look(":root", (rgb) => rgb), look(':root[data-theme="light"]', light), look(':root[data-theme="contrast"]', contrast)].join("\n");
}

export function themes(): Plugin {
  const src = join(import.meta.dirname, "../src");
  return {
    name: "maester-themes",
    enforce: "pre",
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load: (id) => (id === `\0${VIRTUAL}` ? makeThemes(src) : undefined),
    transform(code, id) {
      const file = id.replaceAll("\\", "/");
      if (!file.includes("/src/") || !/\.css(\?|$)|lang\.css/.test(file) || kept.test(file)) return undefined;
      return { code: varied(code), map: null };
    },
  };
}
