// Names of the symbols the client uses. The sprite is made from these lists at build time (build/sprite.ts).

/** Symbols of game-icons.net by Lorc, Delapouite and contributors, CC BY 3.0. */
export const gameSymbols = [
  // frame
  "candle-flame", "help", "cog", "exit-door", "hourglass", "stack", "card-discard", "card-random", "card-draw", "card-pick", "skull-crossed-bones",
  "scroll-unfurled", "tied-scroll", "scroll-quill", "evil-moon", "two-coins", "coins", "crown", "flying-flag", "round-table", "quill",
  "open-book", "magnifying-glass", "padlock", "info", "laurels-trophy", "scales", "shaking-hands", "crosshair", "perspective-dice-six-faces-random",
  // challenges and keywords
  "crossed-swords", "domino-mask", "queen-crown", "sword-brandish", "shield", "hood", "laurels", "fist", "spell-book", "swap-bag",
  "high-grass", "breaking-chain", "broken-skull", "wax-seal", "two-shadows", "gold-bar", "crossed-axes", "coins-pile",
  // factions
  "direwolf", "lion", "giant-squid", "stag-head", "rose", "sun-spear", "double-dragon", "crow-dive", "castle",
  // emblems
  "throne-king", "stone-throne", "tiara", "visored-helm", "black-knight-helm", "mounted-knight", "spears", "wolf-head", "wolf-howl",
  "broadsword", "stiletto", "battle-axe", "dripping-blade", "sword-hilt", "hooded-figure", "pincers", "crown-coin", "wine-glass", "house-keys",
  "salmon", "drakkar", "galleon", "sea-dragon", "snake", "sand-snake", "sunken-eye", "raven", "fire-breath", "flame", "wildfires", "dragon-head",
  "spiked-dragon-head", "horse-head", "bow-arrow", "trident", "tentacle-strike", "kneeling", "prayer", "imperial-crown", "discussion", "law-star", "snowflake-2",
  "white-tower", "watchtower", "elven-castle", "gate", "oak", "pine-tree", "road", "path-distance", "harbor-dock", "wheat", "flowers",
  "flower-emblem", "vine-flower", "thorny-vine", "tattered-banner", "vertical-banner", "knight-banner", "round-bottom-flask", "poison-bottle", "medieval-village-01",
  "egg-clutch", "cape", "rolling-dices", "feather", "gavel", "brick-wall", "stone-wall", "desert", "orange", "book-cover",
  "bird-cage", "torch", "three-keys", "butterfly", "rune-sword", "winged-sword", "sunrise", "barbed-sun", "war-axe", "halberd",
  "campfire", "bear-head", "deer", "lyre", "book-pile", "hand", "crow-nest", "handcuffs", "two-handed-sword", "scythe", "hammer-nails",
  "family-tree", "sprout", "cargo-ship", "fishing", "pointing", "eye-target", "ice-spear", "lightning-bow", "bull-horns", "cut-palm",
] as const;

/** Our own drawings, on a 24 by 24 field. */
export const uiSymbols = {
  "ui-check": `<path d="M4 12.5l5 5L20 6.5" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`,
  "ui-down": `<path d="M5 9l7 7 7-7" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`,
  "ui-left": `<path d="M15 5l-7 7 7 7" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`,
  "ui-right": `<path d="M9 5l7 7-7 7" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`,
  "ui-link": `<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>`,
  "ui-menu": `<path d="M5 7h14M5 12h14M5 17h14" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>`,
  "ui-undo": `<path d="M9 5L4 10l5 5M4.5 10H15a5 5 0 0 1 0 10h-3" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`,
  "ui-x": `<path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>`,
  "ui-broken": `<path d="M3 9a13 13 0 0 1 18 0M6.5 13a8 8 0 0 1 11 0M12 18.5v.01M4 3l16 18" fill="none" stroke="currentColor" stroke-width="2.3" stroke-linecap="round"/>`,
} as const;

export type GameSymbol = (typeof gameSymbols)[number];
export type UiSymbol = keyof typeof uiSymbols;
export type SymbolName = GameSymbol | UiSymbol;
