// What stands on a card's face: the view's present values over the card's facts.
import type { CardFacts } from "./api";
import { bannerFaction, challengeSymbol, emblem, keywordStem, keywordSymbol } from "./emblems";
import type { CardType } from "./generated/CardType";
import type { CardView } from "./generated/CardView";
import type { ChallengeType } from "./generated/ChallengeType";
import type { Faction } from "./generated/Faction";
import type { PlotValues } from "./generated/PlotValues";
import type { SymbolName } from "./symbols";

export interface FaceIcon {
  kind: ChallengeType;
  symbol: SymbolName;
  has: boolean;
  gained: boolean;
}

export interface Face {
  name: string;
  code: string | null;
  type: CardType | null;
  /** Whose ground and pattern it shows. */
  faction: Faction;
  cost: string | null;
  str: number | null;
  /** Current STR less the printed. */
  mod: number;
  printedStr: number | null;
  icons: FaceIcon[];
  keywords: string[];
  marks: { symbol: SymbolName; keyword: string }[];
  limited: boolean;
  traits: string[];
  unique: boolean;
  loyal: boolean;
  plot: { income: string; initiative: string; claim: string; reserve: string } | null;
  emblem: SymbolName;
  pack: string | null;
}

const factions: Faction[] = ["baratheon", "greyjoy", "lannister", "martell", "thenightswatch", "stark", "targaryen", "tyrell", "neutral"];
const types: CardType[] = ["character", "location", "attachment", "event", "plot", "agenda", "title", "faction"];
export const challengeTypes: ChallengeType[] = ["military", "intrigue", "power"];

export const asFaction = (word: string | null | undefined): Faction => factions.find((f) => f === word) ?? "neutral";
const asType = (word: string | null | undefined): CardType | null => types.find((t) => t === word) ?? null;

/** A view of a card that is nowhere on the table: from its facts alone. */
export function viewOfFacts(facts: CardFacts): CardView {
  const type = asType(facts.type);
  const icons = challengeTypes.filter((kind) => facts.icons?.[kind]);
  const str = facts.strength ?? null;
  return {
    id: "", code: facts.code, name: facts.name, type, zone: null, owner: 0, controller: 0, facedown: false, kneeling: false, host: null, attachments: [], duplicates: [],
    power: 0, gold: 0, tokens: {}, str, printed_str: str, icons, gained_icons: [], keywords: facts.keywords ?? [], traits: facts.traits ?? [], factions: [asFaction(facts.faction)],
    unique: facts.unique ?? false, loyal: facts.loyal ?? false, cost: facts.cost === null || facts.cost === undefined ? null : String(facts.cost), cost_now: null, blank: false,
    attacking: false, defending: false, contributes: null, bypassed: false, assaulted: false, notes: [], str_from: [],
  };
}

export function faceOf(card: CardView, facts: CardFacts | undefined, plot: PlotValues | null = null): Face {
  const type = card.type ?? asType(facts?.type);
  const faction = (card.code !== null ? bannerFaction[card.code] : undefined) ?? card.factions[0] ?? asFaction(facts?.faction);
  const traits = card.traits.length > 0 ? card.traits : (facts?.traits ?? []);
  const keywords = card.keywords;
  const values = plot ?? facts?.plotStats ?? null;
  const str = type === "character" ? card.str : null;
  const mod = str !== null && card.printed_str !== null ? str - card.printed_str : 0;
  return {
    name: card.name ?? facts?.name ?? "",
    code: card.code,
    type,
    faction,
    cost: type === "plot" || type === "agenda" || type === "faction" || type === "title" ? null : card.cost,
    str,
    mod,
    printedStr: card.printed_str,
    icons: type === "character" ? challengeTypes.map((kind) => ({ kind, symbol: challengeSymbol[kind], has: card.icons.includes(kind), gained: card.gained_icons.includes(kind) })) : [],
    keywords,
    marks: keywords.flatMap((keyword) => {
      const symbol = keywordSymbol[keywordStem(keyword)];
      return symbol ? [{ symbol, keyword }] : [];
    }),
    limited: keywords.some((keyword) => keywordStem(keyword) === "limited"),
    traits,
    unique: card.unique,
    loyal: card.loyal,
    plot: type === "plot" && values ? { income: String(values.income), initiative: String(values.initiative), claim: String(values.claim), reserve: String(values.reserve) } : null,
    emblem: emblem({ code: card.code, type, traits, faction }),
    pack: facts?.pack ?? null,
  };
}
