// The symbols as one sprite, made from @iconify-json/game-icons (game-icons.net, CC BY 3.0) and our own `ui-*` drawings.
import { createRequire } from "node:module";

import type { Plugin } from "vite";

import { gameSymbols, uiSymbols } from "../src/lib/symbols.ts";

const VIRTUAL = "virtual:sprite";

export function makeSprite(): string {
  const require = createRequire(import.meta.url);
  const set = require("@iconify-json/game-icons/icons.json") as { icons: Record<string, { body: string }>; aliases?: Record<string, { parent: string }> };
  const symbols = gameSymbols.map((name) => {
    const icon = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ""];
    if (!icon) throw new Error(`game-icons has no symbol ${name}`);
    return `<symbol id="${name}" viewBox="0 0 512 512">${icon.body}</symbol>`;
  });
  const own = Object.entries(uiSymbols).map(([name, body]) => `<symbol id="${name}" viewBox="0 0 24 24">${body}</symbol>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="sprite" aria-hidden="true">${[...symbols, ...own].join("")}</svg>`;
}

export function sprite(): Plugin {
  return {
    name: "maester-sprite",
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load: (id) => (id === `\0${VIRTUAL}` ? `export default ${JSON.stringify(makeSprite())};` : undefined),
  };
}
