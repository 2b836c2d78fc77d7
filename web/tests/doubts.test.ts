import { describe, expect, it } from "vitest";

import { board } from "../src/fixtures/board";
import { fixtures } from "../src/fixtures/states";
import { noOffer, offerOf, type Offer } from "../src/lib/choices";
import { attackedThisPhase, doubtOfPass, zeroAttack } from "../src/lib/doubts";
import { startDraft, type Draft } from "../src/lib/draft";
import type { Action } from "../src/lib/generated/Action";
import type { Event } from "../src/lib/generated/Event";
import { readState, type Entry } from "../src/lib/wire";

const offering = (...actions: Action[]): Offer => ({ ...noOffer, byCard: new Map(), buttons: actions.map((action, index) => ({ index, action, label: "" })) });
const view = (gold: number) => {
  const { view } = board();
  return { ...view, players: view.players.map((player) => ({ ...player, gold })) };
};
const marshal: Action = { verb: "marshal", card: "c1" };
const use: Action = { verb: "use", card: "c1", ability: 0, on: null };
const challenge: Action = { verb: "challenge", kind: "power", against: 1 };
const log = (...events: unknown[]): Entry[] => events.map((event, seq) => ({ seq, event: event as Event }));
const step = (phase: string) => ({ type: "step", phase, round: 2 });

describe("a pass is asked about", () => {
  it("in marshaling, where gold is left or a card could still be marshaled", () => {
    expect(doubtOfPass("marshaling", offering(use), view(2), [])?.kind).toBe("marshal");
    expect(doubtOfPass("marshaling", offering(marshal), view(0), [])?.kind).toBe("marshal");
    expect(doubtOfPass("marshaling", offering(marshal, marshal), view(3), [])?.text).toContain("3 gold left, and 2 cards");
    expect(doubtOfPass("marshaling", offering(use), view(0), [])).toBeNull();
    expect(doubtOfPass("marshaling", offering(), view(5), [])).toBeNull();
  });
  it("in challenges, unless I have attacked since the phase began", () => {
    expect(doubtOfPass("initiate", offering(challenge), view(0), log(step("challenges")))?.kind).toBe("challenges");
    const mine = { type: "initiated", attacker: 0 };
    const theirs = { type: "initiated", attacker: 1 };
    expect(attackedThisPhase(log(step("marshaling"), step("challenges"), mine, step("challenges"), theirs), 0)).toBe(true);
    expect(attackedThisPhase(log(step("challenges"), mine, step("dominance"), step("challenges"), theirs), 0)).toBe(false);
    expect(doubtOfPass("initiate", offering(challenge), view(0), log(step("challenges"), mine))).toBeNull();
    expect(doubtOfPass("initiate", offering(), view(0), [])).toBeNull();
  });
  it("in setup, and nowhere else: windows and refusals of one card are cheap", () => {
    expect(doubtOfPass("setup_cards", offering({ verb: "place", card: "c1", shadows: false }), view(8), [])?.yes).toBe("Place nothing");
    for (const topic of ["action_window", "reactions", "defenders", "search"]) expect(doubtOfPass(topic, offering(use), view(5), [])).toBeNull();
  });
});

describe("an attack is asked about", () => {
  it("when no attacker has STR", () => {
    const fixture = fixtures.attackers?.();
    if (!fixture) throw new Error();
    const { room } = readState(fixture.state);
    const asked = room.prompt;
    if (!asked || !room.view) throw new Error();
    const cards = new Map(room.view.cards.map((card) => [card.id, card]));
    const draft = startDraft(asked);
    expect(offerOf(draft, cards, 0).byCard.size).toBeGreaterThan(0);
    const [choice] = asked.legal;
    const robb: Draft = { ...draft, steps: choice ? [{ asked, choice }] : [] };
    expect(zeroAttack(robb, cards)).toBe(false);
    const weak = new Map([...cards].map(([id, card]) => [id, { ...card, str: 0 }]));
    expect(zeroAttack(robb, weak)).toBe(true);
    expect(zeroAttack(draft, weak)).toBe(false);
  });
});
