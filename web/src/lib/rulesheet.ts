/** Context key: how a rule is opened beside the table. */
export const RULE_SHEET = Symbol("rule-sheet");
