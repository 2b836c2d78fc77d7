import type { Rule } from "./api";

/** Rules that hold every typed word in id, title or text; those that hold them in id or title come first. */
export function searchRules(rules: Rule[], typed: string): Rule[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rules;
  const scored = rules.flatMap((rule) => {
    const head = `${rule.id} ${rule.title}`.toLowerCase();
    const body = rule.text.join(" ").toLowerCase();
    if (!words.every((word) => head.includes(word) || body.includes(word))) return [];
    return [{ rule, score: words.filter((word) => head.includes(word)).length }];
  });
  return scored.sort((a, b) => b.score - a.score).map(({ rule }) => rule);
}
