// Which rules a card's reader wants: of its keywords, its timing, its type, the words it uses, and those that speak of it by name.
import type { CardFacts, Rule } from "./api";
import { keywordStem } from "./emblems";
import { plainText } from "./logtext";

/** Words of a card's text, and the rule that says what they mean. */
const words: [RegExp, string][] = [
  [/\bwould\b.*:|\binstead\b/i, "RR.glossary.would"], [/^When Revealed/m, "RR.glossary.when_revealed"], [/^(?:[A-Z][a-z]+ )?Action\b/m, "RR.glossary.actions"],
  [/\bForced (?:Reaction|Interrupt)\b/, "RR.glossary.forced"], [/\b[Rr]eaction\b/, "RR.glossary.reactions"], [/\b[Ii]nterrupt\b/, "RR.glossary.interrupts"],
  [/\bcan(?:'|’)?t\b|\bcannot\b/i, "RR.glossary.cannot"], [/\bcancel/i, "RR.glossary.cancel"], [/\binstead\b/i, "RR.glossary.replacement_effects"], [/\bsaves?\b/i, "RR.glossary.save"],
  [/\bchosen?\b|\bchoose/i, "RR.glossary.choose"], [/\bkill/i, "RR.glossary.kill"], [/\bsacrific/i, "RR.glossary.sacrifice"], [/\bkneel|\bknelt/i, "RR.glossary.kneel"], [/\bstand(?:s|ing)?\b/i, "RR.glossary.stand"],
  [/\bput\b.*\binto play\b/i, "RR.glossary.put_into_play"], [/\benters?\b.*\bplay\b/i, "RR.glossary.enters_play"], [/\bleaves? play\b/i, "RR.glossary.leaves_play"], [/\bcontrol of\b/i, "RR.glossary.control"],
  [/\bdraws?\b/i, "RR.glossary.drawing_cards"], [/\bsearch/i, "RR.glossary.search"], [/\breveal/i, "RR.glossary.reveal"], [/\blooks? at\b/i, "RR.glossary.look"], [/\bdiscard pile\b/i, "RR.glossary.discard_pile"],
  [/\bdead pile\b/i, "RR.glossary.dead_pile"], [/\bused pile\b/i, "RR.glossary.used_pile"], [/\bdiscard/i, "RR.glossary.discard_pile"], [/\bmov(?:e|es|ed|ing)\b.*\bpower\b/i, "RR.glossary.moving_power"], [/\bpower\b/i, "RR.glossary.power"],
  [/\bgold\b/i, "RR.glossary.gold"], [/\bincome\b/i, "RR.glossary.income"], [/\breserve\b/i, "RR.glossary.reserve"], [/\binitiative\b/i, "RR.glossary.initiative"], [/\bclaim\b/i, "RR.glossary.claim"], [/\bunopposed\b/i, "RR.glossary.unopposed"],
  [/\bblank/i, "RR.glossary.blank"], [/\bimmune\b/i, "RR.glossary.immune"], [/\bcop(?:y|ies)\b/i, "RR.glossary.copy"], [/\bduplicate/i, "RR.glossary.duplicates"], [/\bgains?\b.*\bicon|\bloses?\b.*\bicon/i, "RR.glossary.challenge_icons"],
  [/\bSTR\b/, "RR.glossary.str"], [/\bparticipat/i, "RR.glossary.participating"], [/\bwin\b.*\bchallenge|\blose\b.*\bchallenge/i, "RR.glossary.winning_a_challenge"], [/\bdominance\b/i, "RR.glossary.dominance_phase"],
  [/\blimit\b|\bonce (?:per|each)\b|\bmax\b/i, "RR.glossary.limits"], [/\bX\b/, "RR.glossary.x"], [/\bthen\b/i, "RR.glossary.then"], [/\bfor your faction\b/i, "RR.glossary.for_your_faction"], [/\bfirst player\b/i, "RR.glossary.first_player"],
  [/\bmarshal/i, "RR.glossary.marshal"], [/\bprinted\b/i, "RR.glossary.printed"], [/\buntil\b/i, "RR.glossary.lasting_effects"], [/\bat the end of\b/i, "RR.glossary.delayed_effects"], [/\bunique\b/i, "RR.glossary.unique"], [/\bloyal\b/i, "RR.glossary.loyal"],
  [/\bshadows\b/i, "RR.glossary.shadows"], [/\btokens?\b/i, "RR.glossary.tokens"], [/\breturn/i, "RR.glossary.ownership"],
];

const byType: Record<string, string> = {
  character: "RR.glossary.character_cards", location: "RR.glossary.location_cards", attachment: "RR.glossary.attachment_cards", event: "RR.glossary.event_cards", plot: "RR.glossary.plot_card", agenda: "RR.glossary.agenda_cards", title: "RR.glossary.title_cards",
};

const keywordRule = (keyword: string) => {
  const stem = keywordStem(keyword);
  return `RR.glossary.${stem === "shadow" ? "shadows" : stem.replaceAll(" ", "_")}`;
};

/** The rules of a card, those that speak of it by name first, then its keywords, its words, its type. */
export function rulesOf(card: CardFacts, rules: Rule[]): Rule[] {
  const text = plainText(Array.isArray(card.text) ? card.text.join("\n") : (card.text ?? ""));
  // A short name may be a word of its own.
  const name = card.name.length > 5 ? rules.filter((rule) => !/^(?:BG|EX)/.test(rule.id) && `${rule.title} ${rule.text.join(" ")}`.includes(card.name)).map((rule) => rule.id) : [];
  const wanted = [
    ...name,
    ...(card.keywords ?? []).map(keywordRule),
    ...words.filter(([pattern]) => pattern.test(text)).map(([, id]) => id),
    ...(card.unique ? ["RR.glossary.unique"] : []),
    ...(card.loyal ? ["RR.glossary.loyal"] : []),
    ...(byType[card.type] ? [byType[card.type] as string] : []),
  ];
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return [...new Set(wanted)].flatMap((id) => byId.get(id) ?? []);
}
