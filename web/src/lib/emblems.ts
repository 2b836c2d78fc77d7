// Which symbol stands on a card's face: known cards first, then the first telling trait, then the type or the faction.
import type { CardType } from "./generated/CardType";
import type { ChallengeType } from "./generated/ChallengeType";
import type { Faction } from "./generated/Faction";
import type { SymbolName } from "./symbols";

export const factionSymbol: Record<Faction, SymbolName> = {
  stark: "direwolf",
  lannister: "lion",
  greyjoy: "giant-squid",
  baratheon: "stag-head",
  tyrell: "rose",
  martell: "sun-spear",
  targaryen: "double-dragon",
  thenightswatch: "crow-dive",
  neutral: "castle",
};

export const challengeSymbol: Record<ChallengeType, SymbolName> = {
  military: "crossed-swords",
  intrigue: "domino-mask",
  power: "queen-crown",
};

/** The symbol of a keyword, by its first word. */
export const keywordSymbol: Record<string, SymbolName> = {
  ambush: "high-grass",
  assault: "crossed-axes",
  bestow: "coins-pile",
  insight: "spell-book",
  intimidate: "fist",
  "no attachments": "breaking-chain",
  pillage: "swap-bag",
  prized: "gold-bar",
  renown: "laurels",
  shadow: "two-shadows",
  stealth: "hood",
  terminal: "broken-skull",
};

/** `Ambush (4)` and `No attachments except Weapon` to the word that rules and symbols go by. */
export function keywordStem(keyword: string): string {
  const word = keyword.toLowerCase();
  return word.startsWith("no attachments") ? "no attachments" : (word.match(/^[a-z]+/)?.[0] ?? word);
}

// Earlier traits win over later ones in this list.
const traitSymbols: [string, SymbolName][] = [
  ["Direwolf", "wolf-head"], ["Dragon", "dragon-head"], ["Raven", "raven"], ["King", "throne-king"], ["Queen", "queen-crown"], ["Army", "spears"],
  ["Commander", "knight-banner"], ["Maester", "round-bottom-flask"], ["Sand Snake", "sand-snake"], ["Drowned God", "trident"], ["R'hllor", "flame"],
  ["Dothraki", "horse-head"], ["Ranger", "bow-arrow"], ["Builder", "hammer-nails"], ["Knight", "visored-helm"], ["Raider", "war-axe"], ["Wildling", "scythe"],
  ["Clansman", "torch"], ["Spy", "hooded-figure"], ["Small Council", "law-star"], ["Guard", "halberd"], ["Merchant", "coins"], ["Smuggler", "cargo-ship"],
  ["Companion", "butterfly"], ["Steward", "house-keys"], ["Ironborn", "battle-axe"], ["Lord", "crown"], ["Lady", "tiara"], ["Bastard", "two-handed-sword"], ["Ally", "shaking-hands"],
  ["Warship", "galleon"], ["Stronghold", "elven-castle"], ["King's Landing", "castle"], ["Winterfell", "watchtower"], ["The North", "pine-tree"],
  ["The Reach", "flowers"], ["Dorne", "desert"], ["Westeros", "road"], ["The Westerlands", "wheat"], ["Dragonstone", "stone-wall"], ["Iron Islands", "sea-dragon"],
  ["Valyrian Steel", "broadsword"], ["Weapon", "sword-hilt"], ["Condition", "wax-seal"], ["Item", "gavel"], ["Poison", "poison-bottle"], ["Song", "lyre"],
  ["Banner", "vertical-banner"], ["Winter", "snowflake-2"], ["Summer", "sunrise"], ["Siege", "brick-wall"], ["War", "crossed-swords"], ["Scheme", "discussion"],
  ["Noble", "imperial-crown"], ["Edict", "quill"], ["Kingdom", "scroll-quill"], ["The Seven", "prayer"],
];

const typeSymbols: Partial<Record<CardType, SymbolName>> = { event: "tattered-banner", plot: "scroll-unfurled", agenda: "kneeling", attachment: "wax-seal", location: "castle" };

const known: Record<string, SymbolName> = {
  "01001": "imperial-crown", "01002": "wheat", "01003": "rolling-dices", "01004": "stone-throne", "01005": "crossed-swords", "01006": "hammer-nails",
  "01007": "knight-banner", "01008": "sunrise", "01009": "gavel", "01010": "two-coins", "01011": "discussion", "01012": "brick-wall", "01013": "broken-skull",
  "01014": "mounted-knight", "01015": "stone-wall", "01016": "pointing", "01017": "galleon", "01018": "stone-throne", "01019": "sprout", "01020": "spears",
  "01021": "hooded-figure", "01022": "tied-scroll", "01023": "prayer", "01024": "scales", "01025": "snowflake-2", "01026": "wildfires", "01027": "kneeling",
  "01028": "feather", "01029": "hooded-figure", "01030": "broken-skull", "01031": "campfire", "01032": "hand", "01033": "shield", "01034": "bird-cage",
  "01035": "poison-bottle", "01036": "family-tree", "01037": "stiletto", "01038": "stone-throne", "01039": "road", "01040": "path-distance",
  "01041": "dripping-blade", "01042": "torch", "01043": "imperial-crown", "01044": "poison-bottle", "01045": "hand",
  "01047": "flame", "01048": "bull-horns", "01050": "cargo-ship", "01051": "deer", "01052": "throne-king", "01053": "hood", "01054": "campfire", "01055": "deer",
  "01056": "prayer", "01057": "mounted-knight", "01058": "rune-sword", "01059": "harbor-dock", "01060": "round-table", "01061": "castle", "01062": "crown", "01063": "stag-head", "01064": "eye-target",
  "01067": "battle-axe", "01068": "drakkar", "01069": "sunken-eye", "01072": "drakkar", "01074": "fishing", "01075": "hammer-nails", "01077": "war-axe", "01078": "galleon", "01079": "drakkar",
  "01080": "watchtower", "01081": "trident", "01082": "tentacle-strike", "01083": "crossed-axes",
  "01084": "wine-glass", "01086": "lightning-bow", "01087": "visored-helm", "01088": "pincers", "01089": "spell-book", "01090": "crown-coin", "01091": "torch", "01092": "spears", "01093": "coins",
  "01094": "two-coins", "01095": "stiletto", "01096": "winged-sword", "01097": "castle", "01098": "harbor-dock", "01099": "wheat", "01100": "lion", "01101": "crow-nest", "01102": "domino-mask",
  "01103": "halberd", "01105": "orange", "01109": "snake", "01114": "ice-spear", "01115": "sunrise", "01116": "handcuffs", "01117": "barbed-sun", "01118": "orange", "01119": "rolling-dices", "01120": "sun-spear", "01121": "handcuffs",
  "01123": "wolf-head", "01124": "two-handed-sword", "01126": "bear-head", "01127": "book-pile", "01130": "raven", "01133": "house-keys", "01135": "broadsword", "01136": "watchtower", "01137": "stone-wall",
  "01138": "swap-bag", "01139": "cape", "01140": "sword-brandish",
  "01141": "stiletto", "01142": "wolf-howl", "01143": "salmon", "01144": "throne-king", "01145": "wolf-head", "01146": "queen-crown", "01147": "tiara", "01148": "wolf-howl", "01149": "wolf-head", "01150": "mounted-knight",
  "01151": "spears", "01152": "house-keys", "01153": "broadsword", "01154": "gate", "01155": "pine-tree", "01156": "oak", "01157": "tattered-banner", "01158": "dripping-blade", "01159": "snowflake-2",
  "01160": "egg-clutch", "01161": "spiked-dragon-head", "01164": "dragon-head", "01166": "dragon-head", "01170": "kneeling", "01172": "scythe", "01173": "handcuffs", "01174": "horse-head", "01175": "medieval-village-01", "01176": "fire-breath",
  "01177": "flame", "01178": "egg-clutch", "01185": "flower-emblem", "01186": "thorny-vine", "01187": "butterfly", "01188": "sprout", "01191": "two-handed-sword", "01192": "elven-castle", "01193": "vine-flower", "01194": "flowers",
  "01195": "sprout", "01196": "rolling-dices", "01197": "lyre",
  "01206": "domino-mask", "01207": "galleon", "01208": "fist", "01209": "two-coins", "01210": "scales", "01211": "imperial-crown",
  "01198": "stag-head", "01199": "giant-squid", "01200": "lion", "01201": "sun-spear", "01202": "crow-dive", "01203": "direwolf", "01204": "double-dragon", "01205": "rose",
};

/** The colours of an agenda that carries another faction's banner. */
export const bannerFaction: Record<string, Faction> = {
  "01198": "baratheon", "01199": "greyjoy", "01200": "lannister", "01201": "martell", "01202": "thenightswatch", "01203": "stark", "01204": "targaryen", "01205": "tyrell",
};

export interface Emblemed {
  code: string | null;
  type: CardType | null;
  traits: string[];
  faction: Faction;
}

export function emblem({ code, type, traits, faction }: Emblemed): SymbolName {
  const own = code === null ? undefined : known[code];
  if (own) return own;
  const byTrait = traitSymbols.find(([trait]) => traits.includes(trait));
  if (byTrait) return byTrait[1];
  return (type && typeSymbols[type]) ?? factionSymbol[faction];
}
