import { describe, expect, it } from "vitest";

import { board, story } from "../src/fixtures/board";
import { fixtureCards } from "../src/fixtures/build";
import { emblem, keywordStem } from "../src/lib/emblems";
import { faceOf, viewOfFacts } from "../src/lib/faces";
import type { SeatInfo } from "../src/lib/generated/SeatInfo";
import { logItems } from "../src/lib/loglines";
import { onlyKeywords, parseAbility, parseRuleText, parseText, plainText } from "../src/lib/logtext";
import { sayCard } from "../src/lib/names";
import { beside } from "../src/lib/place";
import { searchRules } from "../src/lib/rulesearch";
import { marks, phaseState } from "../src/lib/steps";
import { endReason } from "../src/lib/voice";
import { readReasons, withNames } from "../src/lib/wire";

describe("sentences of the server", () => {
  it("carry cards with id, name and code", () => {
    expect(parseText("You attack with [c17|Robb Stark|01146] and [c3|Grey Wind|01145].")).toEqual([
      { kind: "text", text: "You attack with " },
      { kind: "card", id: "c17", name: "Robb Stark", code: "01146" },
      { kind: "text", text: " and " },
      { kind: "card", id: "c3", name: "Grey Wind", code: "01145" },
      { kind: "text", text: "." },
    ]);
  });
  it("with or without a code, and with brackets that are none", () => {
    expect(parseText("[c1|a card] [sic]")).toEqual([{ kind: "card", id: "c1", name: "a card", code: null }, { kind: "text", text: " [sic]" }]);
    expect(parseText("[|Robb Stark|01146]")).toEqual([{ kind: "card", id: null, name: "Robb Stark", code: "01146" }]);
    expect(parseText("")).toEqual([]);
  });
  it("can be said plainly", () => expect(plainText("[c1|Ice|01153] falls.")).toBe("Ice falls."));
});

describe("rules in words", () => {
  it("have ids as links and words that stand out", () => {
    expect(parseRuleText("See RR.glossary.stealth.2. It MUST be **declared**, `now`.")).toEqual([
      { kind: "text", text: "See " }, { kind: "rule", id: "RR.glossary.stealth.2" }, { kind: "text", text: ". It MUST be " }, { kind: "strong", text: "declared" }, { kind: "text", text: ", " }, { kind: "strong", text: "now" }, { kind: "text", text: "." },
    ]);
  });
  it("link rules whose ids have hyphens, and nothing after them", () => {
    expect(parseRuleText("It may not (BG.plan.every-area), see BG.setup.neutral.5p.").filter(({ kind }) => kind === "rule")).toEqual([{ kind: "rule", id: "BG.plan.every-area" }, { kind: "rule", id: "BG.setup.neutral.5p" }]);
  });
  it("are found by words and numbers, titles first", () => {
    const rule = (id: string, title: string, text: string) => ({ id, title, group: "g", text: [text], see: [] });
    const rules = [rule("RR.a", "Claim", "nothing"), rule("RR.b", "Stealth", "bypass"), rule("RR.c", "Defenders", "stealth matters")];
    expect(searchRules(rules, "stealth").map((r) => r.id)).toEqual(["RR.b", "RR.c"]);
    expect(searchRules(rules, "rr.a").map((r) => r.id)).toEqual(["RR.a"]);
    expect(searchRules(rules, " ").length).toBe(3);
  });
  it("and the timing of a card's text stands out, with challenge types as icons", () => {
    expect(parseAbility("Dominance action: Kneel it.")).toEqual([{ kind: "strong", text: "Dominance action:" }, { kind: "text", text: " Kneel it." }]);
    expect(parseAbility("Action (challenges): kneel this.")[0]).toEqual({ kind: "strong", text: "Action (challenges):" });
    expect(parseAbility("Forced Reaction after you win a [power] challenge: draw.")).toEqual([
      { kind: "strong", text: "Forced Reaction" }, { kind: "text", text: " after you win a " }, { kind: "icon", icon: "power" }, { kind: "text", text: " challenge: draw." },
    ]);
    expect(parseAbility("+1 Income.")).toEqual([{ kind: "text", text: "+1 Income." }]);
    expect(parseAbility("Actions of others fail.")).toEqual([{ kind: "text", text: "Actions of others fail." }]);
  });
  it("while keywords are not said twice", () => {
    expect(onlyKeywords("Intimidate. No attachments.", ["No attachments", "Intimidate"])).toBe(true);
    expect(onlyKeywords("Renown while attacking.", ["Renown"])).toBe(false);
    expect(onlyKeywords("", ["Renown"])).toBe(false);
  });
});

describe("the log", () => {
  const items = logItems(story(board()).map((event, seq) => ({ seq, event })), 0);
  it("has heads of phases and challenges", () => expect(items.filter((i) => i.kind === "head").map((i) => i.kind === "head" && i.text)).toEqual(["Round 3 · Plot", "Intrigue challenge", "Military challenge"]));
  it("has a rule with a line, and knows whose line it is", () => {
    const line = items.find((i) => i.kind === "line" && i.icon === "hood");
    expect(line).toMatchObject({ rule: "RR.glossary.stealth.1", mine: null });
    expect(items.find((i) => i.kind === "line" && i.icon === "shield")).toMatchObject({ mine: false });
  });
});

describe("cards that stand one after the other", () => {
  it("are told in one line", () => {
    const stood = (seq: number, name: string) => ({ seq, event: { type: "stood" as const, card: `c${seq}`, text: `[c${seq}|${name}|0114${seq}] stands.`, rule: "RR.x" } });
    const items = logItems([stood(1, "Robb"), stood(2, "Arya"), stood(3, "Sansa")], 0);
    expect(items.length).toBe(1);
    expect(items[0]?.kind === "line" && items[0].parts.map((part) => (part.kind === "card" ? part.name : part.text)).join("")).toBe("Robb, Arya and Sansa stand.");
  });
});

describe("faces", () => {
  const robb = fixtureCards.find((card) => card.code === "01146");
  if (!robb) throw new Error();
  it("show the present over the printed", () => {
    const face = faceOf({ ...viewOfFacts(robb), str: 7, printed_str: 5 }, robb);
    expect([face.str, face.mod, face.faction, face.unique]).toEqual([7, 2, "stark", true]);
    expect(face.icons.map((icon) => icon.has)).toEqual([true, false, true]);
  });
  it("carry emblems: known cards, traits, the faction", () => {
    expect(emblem({ code: "01146", type: "character", traits: ["Lord"], faction: "stark" })).toBe("queen-crown");
    expect(emblem({ code: "99999", type: "character", traits: ["Maester"], faction: "stark" })).toBe("round-bottom-flask");
    expect(emblem({ code: "99999", type: "character", traits: [], faction: "tyrell" })).toBe("rose");
  });
  it("know keywords by their stem", () => {
    expect(keywordStem("Ambush (3)")).toBe("ambush");
    expect(keywordStem("No attachments except Weapon")).toBe("no attachments");
  });
  it("are said with all that matters", () => {
    const card = { ...viewOfFacts(robb), zone: "play" as const };
    expect(sayCard(card, faceOf(card, robb), { legal: true })).toBe("Robb Stark, STR 5, standing, can be picked");
    expect(sayCard({ ...card, kneeling: true, attacking: true, power: 2 }, faceOf(card, robb), { picked: true })).toBe("Robb Stark, STR 5, kneeling, attacking, 2 power, picked");
    expect(sayCard({ ...card, zone: "hand" }, faceOf(card, robb))).toBe("Robb Stark, STR 5, cost 6");
  });
});

describe("the ribbon", () => {
  it("knows each step and window of its phase", () => {
    expect(marks("challenges", "RR.fw.4.2.5")).toEqual({ total: 9, now: 8 });
    expect(marks("challenges", "RR.fw.4.aw1")).toEqual({ total: 9, now: 0 });
    expect(marks("plot", "RR.fw.1.3.III")).toEqual({ total: 4, now: 2 });
    expect(marks("challenges", "RR.fw.4.1").now).toBe(-1);
    expect(marks("taxation", "RR.fw.7.5").now).toBe(2);
  });
  it("and what is done", () => expect([phaseState("plot", "draw"), phaseState("draw", "draw"), phaseState("taxation", "draw")]).toEqual(["done", "now", "later"]));
});

describe("an enlarged card stands", () => {
  const window = { width: 1000, height: 700 };
  it("at the right if there is room, else at the left, else above", () => {
    expect(beside({ x: 100, y: 300, width: 100, height: 130 }, { width: 500, height: 400 }, window).left).toBe(214);
    expect(beside({ x: 800, y: 300, width: 100, height: 130 }, { width: 500, height: 400 }, window).left).toBe(286);
    expect(beside({ x: 450, y: 600, width: 100, height: 130 }, { width: 600, height: 400 }, window)).toEqual({ left: 200, top: 186 });
  });
  it("inside the window always", () => {
    const { left, top } = beside({ x: 0, y: 690, width: 900, height: 130 }, { width: 980, height: 690 }, window);
    expect(left).toBe(10);
    expect(top).toBeGreaterThanOrEqual(0);
  });
});

describe("seats in sentences", () => {
  const seats = [{ seat: 0, name: "Robin" }, { seat: 1, name: "Ilse" }] as SeatInfo[];
  it("carry the players' names, wherever the sentence stands", () => {
    expect(withNames({ text: "{P2} attacks {P1}.", legal: [{ label: "{P1}", index: 0 }] }, seats, null)).toEqual({ text: "Ilse attacks Robin.", legal: [{ label: "Robin", index: 0 }] });
    expect(withNames("{P3} waits.", seats, 0)).toBe("P3 waits.");
    expect(withNames(null, seats, 0)).toBeNull();
  });
  it.each([
    ["{P1} attacks {P2}: power challenge with [c1|Robb Stark|01146].", "You attack Ilse: power challenge with [c1|Robb Stark|01146]."],
    ["{P2} attacks {P1}: power challenge with [c1|Robb Stark|01146].", "Ilse attacks you: power challenge with [c1|Robb Stark|01146]."],
    ["5 against 3: {P1} wins by 2.", "5 against 3: you win by 2."],
    ["{P1} does not defend.", "You do not defend."],
    ["{P1} cannot defend.", "You cannot defend."],
    ["{P1} searches the deck.", "You search the deck."],
    ["{P1} passes.", "You pass."],
    ["{P1} has no cards left in the deck and is eliminated.", "You have no cards left in the deck and are eliminated."],
    ["{P1} has 15 power and wins.", "You have 15 power and win."],
    ["{P1} is first player.", "You are first player."],
    ["Military claim 1 is applied to {P1}.", "Military claim 1 is applied to you."],
    ["A card of {P1} goes to the discard pile.", "A card of yours goes to the discard pile."],
    ["The used plots of {P1} return to the plot deck.", "The used plots of yours return to the plot deck."],
    ["+2 gold in {P1}'s pool", "+2 gold in your pool"],
    ["{P1} carries {P2}'s banner.", "You carry Ilse's banner."],
    ["{P1}", "You"],
  ])("speak to me: %s", (text, said) => expect(withNames(text, seats, 0)).toBe(said));
});

describe("the end of a game", () => {
  const seats = [{ seat: 0, name: "Robin" }, { seat: 1, name: "Ilse" }] as SeatInfo[];
  it.each([
    ["reached 15 power", 0, "You reached 15 power."],
    ["reached 15 power", 1, "Ilse reached 15 power."],
    ["is the only player left", 0, "You are the only player left."],
    ["Robin conceded", 1, "You conceded."],
    ["Ilse conceded", 0, "Ilse conceded."],
  ])("%s", (reason, winner, said) => expect(endReason(reason, winner, seats, 0)).toBe(said));

  it("takes nobody for me whose name begins with mine", () => {
    const guests = ["Guest", "Guest 2"].map((name, seat) => ({ ...seats[0]!, seat, name }));
    expect([0, 1].map((me) => endReason("Guest 2 conceded", 0, guests, me))).toEqual(["Guest 2 conceded.", "You conceded."]);
  });
});

describe("reasons", () => {
  it("speak English where the room speaks code", () => expect(readReasons([{ message: "WhenRevealed: no.", rule: null }, { message: "ForcedReaction: no.", rule: null }]).map((row) => row.message)).toEqual(["When revealed: no.", "Forced reaction: no."]));
  it("come as rows with rules", () => {
    expect(readReasons([{ code: "x", message: "No.", rule: "RR.a" }, "Because."])).toEqual([{ message: "No.", rule: "RR.a" }, { message: "Because.", rule: null }]);
    expect(readReasons(null)).toEqual([]);
  });
});
