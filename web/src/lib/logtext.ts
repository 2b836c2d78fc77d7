// Sentences from the server: cards stand in them as `[c17|Robb Stark|01146]`.

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

const ruleId = /\b(?:RR|RR15|RR20|RR26|RR29|FAQ|TR|CR|AMB|RS|BG)\.[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*/g;

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

/** Splits a card's rules text so that the word of its timing stands out: `Reaction:`, `Dominance action:`. */
export function splitAbility(line: string): { head: string; rest: string } {
  const match = line.match(/^((?:[A-Z][a-z]+ )?(?:Forced )?(?:Action|Reaction|Interrupt|When Revealed|Forced Reaction|Forced Interrupt|action|reaction|interrupt)\s*[:,])\s*/i);
  return match?.[1] ? { head: match[1], rest: line.slice(match[0].length) } : { head: "", rest: line };
}
