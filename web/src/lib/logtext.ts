// Sentences from the server: cards stand in them as `[c17|Robb Stark|01146]`.

import type { ChallengeType } from "./generated/ChallengeType";

export type Part = { kind: "text"; text: string } | { kind: "card"; id: string | null; name: string; code: string | null };

const mark = /\[([^\]|[]*)\|([^\]|[]*)(?:\|([^\]|[]*))?\]/g;

export function parseText(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(mark)) {
    if (match.index > at) parts.push({ kind: "text", text: text.slice(at, match.index) });
    parts.push({ kind: "card", id: match[1] || null, name: match[2] ?? "", code: match[3] || null });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}

/** The sentence as people hear it. */
export const plainText = (text: string): string => text.replace(mark, "$2");

const ruleId = /\b(?:RR|RR15|RR20|RR26|RR29|FAQ|TR|CR|AMB|RS|BG)(?:\.[A-Za-z0-9_]+(?:-[a-z0-9]+)*)+/g;

export type RuleTextPart = { kind: "text"; text: string } | { kind: "rule"; id: string } | { kind: "strong"; text: string };

/** A rule's text with the ids in it as links and `**bold**` runs. */
export function parseRuleText(text: string): RuleTextPart[] {
  const parts: RuleTextPart[] = [];
  let at = 0;
  const found = [...text.matchAll(new RegExp(`${ruleId.source}|\\*\\*([^*]+)\\*\\*|\`([^\`]+)\``, "g"))];
  for (const match of found) {
    if (match.index > at) parts.push({ kind: "text", text: text.slice(at, match.index) });
    const bold = match[1] ?? match[2];
    parts.push(bold === undefined ? { kind: "rule", id: match[0] } : { kind: "strong", text: bold });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}

export type AbilityPart = { kind: "text" | "strong"; text: string } | { kind: "icon"; icon: ChallengeType };

const head = /^(?:When Revealed:?|(?:[A-Z][a-z]+ )?(?:Forced )?(?:Action|Reaction|Interrupt|action|reaction|interrupt)\b(?: \([a-z ]+\))?[:,]?)/;

/** A line of a card's text: the word of its timing stands out, `[power]` is an icon. */
export function parseAbility(line: string): AbilityPart[] {
  const parts: AbilityPart[] = [];
  const timing = line.match(head)?.[0] ?? "";
  if (timing) parts.push({ kind: "strong", text: timing });
  for (const piece of line.slice(timing.length).split(/(\[(?:military|intrigue|power)\])/)) {
    if (piece === "") continue;
    const icon = piece.match(/^\[(military|intrigue|power)\]$/)?.[1];
    parts.push(icon ? { kind: "icon", icon: icon as ChallengeType } : { kind: "text", text: piece });
  }
  return parts;
}

/** Whether a line only repeats keywords of the card: `Intimidate. No attachments.` */
export function onlyKeywords(line: string, keywords: string[]): boolean {
  const known = new Set(keywords.map((keyword) => keyword.toLowerCase()));
  const said = line.split(".").map((part) => part.trim().toLowerCase()).filter(Boolean);
  return said.length > 0 && said.every((part) => known.has(part));
}
