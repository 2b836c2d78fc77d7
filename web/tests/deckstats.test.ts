// A deck in numbers, and the hands dealt of it.
import { describe, expect, it } from "vitest";

import type { CardFacts } from "../src/lib/api";
import { bringsGold, draw, drawDeck, HAND, sample, shuffled, slotsOf, statsOf } from "../src/lib/deckstats";

const card = (code: string, type: string, more: Partial<CardFacts> = {}): CardFacts => ({ code, name: `Card ${code}`, type, faction: "stark", cost: 1, ...more });
const facts = new Map(
  [
    card("1", "character", { cost: 3, strength: 4, icons: { military: true, intrigue: false, power: true }, traits: ["Lord"], unique: true, loyal: true }),
    card("2", "character", { cost: 9, strength: 8, icons: { military: true, intrigue: false, power: false }, traits: ["Lord", "Army"] }),
    card("3", "location", { cost: 0, text: "Limited.\n+1 Income.", keywords: ["Limited"] }),
    card("4", "event", { cost: "X" }),
    card("5", "plot", { cost: null, plotStats: { income: 5, initiative: 2, claim: 1, reserve: "X" } }),
  ].map((c) => [c.code, c]),
);
const slots = slotsOf({ "1": 2, "2": 1, "3": 3, "4": 1, "5": 2, "9": 2, "8": 0 }, facts, [{ code: "9", name: "Unwritten", type: "attachment", faction: "stark", pack: null }]);

describe("a deck in numbers", () => {
  it("counts costs, icons, STR, traits and what brings gold, and what it does not know apart", () => {
    const stats = statsOf(slots);
    expect(stats.costs.map((bar) => bar.total)).toEqual([3, 0, 0, 2, 0, 0, 0, 1]);
    expect(stats.costs[7]?.label).toBe("7+");
    expect(stats.average).toBe((2 * 3 + 9 + 0) / 6);
    expect(stats.icons.map(({ cards, str }) => [cards, str])).toEqual([[3, 16], [0, 0], [2, 8]]);
    expect(stats.strengths.map((s) => s.total)).toEqual([0, 0, 0, 0, 2, 0, 0, 1]);
    expect(stats.traits).toEqual([["Lord", 3], ["Army", 1]]);
    expect([stats.economy, stats.limited, stats.unique, stats.loyal, stats.unknown]).toEqual([3, 3, 2, 2, 2]);
    expect(stats.plots).toEqual({ income: 10, reserve: 0, initiative: 4 });
    expect(stats.types).toEqual({ character: 3, location: 3, event: 1, plot: 2, attachment: 2 });
  });

  it("knows by their words the cards that bring gold or make others cheaper, and no others", () => {
    const says = (text: string) => bringsGold(card("1", "location", { text }));
    expect(["+1 Income.", "Kneel this to gain 2 gold.", "Your next character costs 2 less.", "make your next Stark card marshaled this phase cost 1 less"].every(says)).toBe(true);
    expect(["Action: pay 2 gold to stand a chosen character.", "of cost 3 or less", "Each opponent gains 3 gold.", ""].some(says)).toBe(false);
  });

  it("lists each card once, and leaves out what is not in it", () => {
    expect(slots.map((slot) => slot.code)).not.toContain("8");
    expect(slots.find((slot) => slot.code === "9")).toMatchObject({ name: "Unwritten", facts: null, count: 2 });
  });
});

describe("a hand", () => {
  it("is seven cards of the draw deck, and the next ones come from what is left", () => {
    const all = drawDeck(slots);
    expect(all.length).toBe(9);
    expect(all.some((slot) => slot.type === "plot")).toBe(false);
    const dealt = sample(slots);
    expect([dealt.hand.length, dealt.deck.length]).toEqual([HAND, 2]);
    const more = draw(draw(dealt, 1), 5);
    expect([more.hand.length, more.deck.length]).toEqual([9, 0]);
    expect(more.hand.map((slot) => slot.code).sort()).toEqual(all.map((slot) => slot.code).sort());
  });

  it("comes from a shuffle that is any order, each as likely as the others", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i += 1) {
      const order = shuffled(["a", "b", "c"]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    expect(Math.min(...counts.values())).toBeGreaterThan(850);
  });
});
