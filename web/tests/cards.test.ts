import { describe, expect, it } from "vitest";

import type { CardFacts, Rule } from "../src/lib/api";
import { rulesOf } from "../src/lib/cardrules";
import { filtersOf, findCards, searching, tailOf, wishOf } from "../src/lib/cardsearch";

const card = (code: string, name: string, rest: Partial<CardFacts> = {}): CardFacts => ({ code, name, type: "character", faction: "stark", pack: "Core", ...rest });
const cards: CardFacts[] = [
  card("01141", "Arya Stark", { cost: 2, strength: 2, icons: { military: true, intrigue: false, power: false }, traits: ["Lady"], keywords: ["Stealth"], text: "Arya Stark has +1 STR while she has a duplicate.", unique: true, loyal: true }),
  card("01151", "Vanguard of the North", { cost: 3, strength: 4, icons: { military: true, intrigue: false, power: false }, traits: ["Army"], keywords: [], text: "Doesn't kneel as an attacker." }),
  card("01045", "The Hand's Judgment", { type: "event", faction: "neutral", cost: "X", text: "Interrupt when effects would initiate: cancel them." }),
  card("01013", "Heads on Spikes", { type: "plot", faction: "neutral", plotStats: { income: 4, initiative: 8, claim: 1, reserve: 6 }, text: "When Revealed: Discard 1 card." }),
  card("02001", "A Wall", { type: "location", faction: "thenightswatch", cost: 9, keywords: ["Ambush (4)"], pack: "TtB", text: "Draw 2 cards." }),
];
const pack = (code?: string | null) => (code === "Core" ? "Core Set" : "Taking the Black");
const codes = (typed: string) => cards.filter(searching(typed, pack)).map((c) => c.code);

describe("search words", () => {
  it.each<[string, string[]]>([
    ["arya", ["01141"]],
    ["taking black", ["02001"]],
    ["t:event", ["01045"]],
    ["t!event t!character", ["01013", "02001"]],
    ["o<3", ["01141"]],
    ["o:x", ["01045"]],
    ["o>2 o<9", ["01151"]],
    ["o:2|3", ["01141", "01151"]],
    ['x:"draw 2"', ["02001"]],
    ["k:lady|army", ["01141", "01151"]],
    ["u:1", ["01141"]],
    ["l!1 t:character", ["01151"]],
    ["m:1 s:4", ["01151"]],
    ["v>7 n:4 b:1 h:6", ["01013"]],
    ["e:core f:neutral", ["01045", "01013"]],
    ["c:2", ["02001"]],
    ["f:night", ["02001"]],
    ["hand’s", ["01045"]],
    ["nothing of this", []],
    ["o:", []],
  ])("%s", (typed, found) => expect(codes(typed)).toEqual(found));
});

describe("the page's address", () => {
  it("holds the whole wish, and nothing that is not wished", () => {
    const tail = "?q=draw+2&pack=TtB&sort=cost&faction=stark,neutral&cost=8%2B";
    const wish = wishOf(tail);
    expect([wish.faction, wish.cost, wish.q]).toEqual([["stark", "neutral"], ["8+"], "draw 2"]);
    expect(wishOf(tailOf(wish))).toEqual(wish);
    expect(tailOf(wishOf(""))).toBe("");
    expect(filtersOf(wish)).toBe(3);
  });
  it("filters by several values of one kind, by all icons, and orders", () => {
    const found = (tail: string) => findCards(cards, wishOf(tail), pack).map((c) => c.code);
    expect(found("?faction=stark,thenightswatch&sort=cost")).toEqual(["01141", "01151", "02001"]);
    expect(found("?cost=8%2B")).toEqual(["02001"]);
    expect(found("?cost=8")).toEqual([]);
    expect(found("?icon=military,power")).toEqual([]);
    expect(found("?mark=plain&type=character")).toEqual(["01151"]);
    expect(found("?keyword=Ambush")).toEqual(["02001"]);
    expect(found("?trait=Army")).toEqual(["01151"]);
  });
});

describe("rules of a card", () => {
  const rule = (id: string, text = ""): Rule => ({ id, title: id, group: "", text: [text], see: [] });
  const rules = ["RR.glossary.stealth", "RR.glossary.ambush", "RR.glossary.kneel", "RR.glossary.cancel", "RR.glossary.when_revealed", "RR.glossary.character_cards", "RR.glossary.unique", "RR.glossary.drawing_cards"].map((id) => rule(id));
  const ids = (code: string) => rulesOf(cards.find((c) => c.code === code) as CardFacts, [...rules, rule("FAQ.q.spikes", "Heads on Spikes discards first."), rule("BG.spikes", "Heads on Spikes is no card of the board game.")]).map((r) => r.id);
  it("are those of its keywords, its words and its type, and those that name it", () => {
    expect(ids("01141")).toEqual(["RR.glossary.stealth", "RR.glossary.unique", "RR.glossary.character_cards"]);
    expect(ids("01151")).toEqual(["RR.glossary.kneel", "RR.glossary.character_cards"]);
    expect(ids("01045")).toEqual(["RR.glossary.cancel"]);
    expect(ids("01013")).toEqual(["FAQ.q.spikes", "RR.glossary.when_revealed"]);
    expect(ids("02001")).toEqual(["RR.glossary.ambush", "RR.glossary.drawing_cards"]);
  });
});
