import { describe, expect, it } from "vitest";

import { fixtures } from "../src/fixtures/states";
import { DoesNotFit, lateChoices, openSet, pick, pickLate, picksOf, removeStep, startDraft, unpick, type Draft, type Preview } from "../src/lib/draft";
import type { Action } from "../src/lib/generated/Action";
import type { Asked } from "../src/lib/wire";

/** An engine that lists a set in ascending order only, up to `max` of these cards, whose numbers must not sum over `sum`. */
function engine(cards: number[], max: number, sum = Infinity): { asked: Asked; preview: Preview; calls: number[][] } {
  const calls: number[][] = [];
  const ask = (picked: number[]): Asked => {
    const from = picked.length === 0 ? 0 : cards.indexOf(picked.at(-1) ?? 0) + 1;
    const spent = picked.reduce((a, b) => a + b, 0);
    const actions: Action[] = cards.slice(from).filter((n) => spent + n <= sum).map((n) => ({ verb: "card", card: `c${n}` }));
    if (picked.length > 0) actions.push({ verb: "done" });
    return { seat: 0, decision: 3, kind: "select", topic: "set", text: "", source: null, rule: null, min: 1, max, drafted: [], simultaneous: false, complete: false, legal: actions.map((action, index) => ({ index, action, label: "card" in action ? action.card : "Done" })) };
  };
  const preview: Preview = (picks) => {
    calls.push(picks);
    const picked: number[] = [];
    for (const [i, index] of picks.entries()) {
      const choice = ask(picked).legal[index];
      if (!choice) return Promise.reject(new Error("not listed"));
      if (choice.action.verb === "done" || picked.length + 1 === max) return Promise.resolve(i === picks.length - 1 ? null : ask(picked));
      picked.push(Number("card" in choice.action ? choice.action.card.slice(1) : 0));
    }
    return Promise.resolve(ask(picked));
  };
  return { asked: ask([]), preview, calls };
}

const by = (draft: Draft, card: string) => draft.next?.legal.find((choice) => "card" in choice.action && choice.action.card === card);
const cards = (draft: Draft) => draft.steps.map((step) => ("card" in step.choice.action ? step.choice.action.card : step.choice.action.verb));

async function picked(start: Asked, preview: Preview, ...wanted: string[]): Promise<Draft> {
  let draft = startDraft(start);
  for (const card of wanted) {
    const choice = by(draft, card);
    draft = choice ? await pick(draft, choice, preview) : await pickLate(draft, { verb: "card", card }, preview);
  }
  return draft;
}

describe("an answer is drafted", () => {
  it("pick by pick, by the index in the list of that moment", async () => {
    const { asked, preview } = engine([1, 2, 3, 4], 9);
    const draft = await picked(asked, preview, "c2", "c4");
    expect(picksOf(draft.steps)).toEqual([1, 1]);
    expect(draft.next?.legal.map((choice) => choice.label)).toEqual(["Done"]);
  });

  it("and is complete when the server says so", async () => {
    const { asked, preview } = engine([1, 2, 3], 2);
    expect((await picked(asked, preview, "c1", "c3")).next).toBeNull();
  });

  it("in any order: an earlier candidate is put where the engine wants it", async () => {
    const { asked, preview } = engine([1, 2, 3, 4, 5], 9);
    const draft = await picked(asked, preview, "c2", "c5", "c3");
    expect(cards(draft)).toEqual(["c2", "c3", "c5"]);
    expect(picksOf(draft.steps)).toEqual([1, 0, 1]);
    expect(cards(await picked(asked, preview, "c4", "c1"))).toEqual(["c1", "c4"]);
  });

  it("and what an earlier stage offered stays on offer", async () => {
    const { asked, preview } = engine([1, 2, 3], 9);
    const draft = await picked(asked, preview, "c3");
    expect(lateChoices(draft).map((choice) => choice.label)).toEqual(["c1", "c2"]);
  });

  it("but a set that is full offers nothing more, except that one of one is changed", async () => {
    const two = engine([1, 2, 3], 2);
    expect(lateChoices(await picked(two.asked, two.preview, "c2", "c3"))).toEqual([]);
    const one = engine([1, 2, 3], 1);
    const draft = await picked(one.asked, one.preview, "c2");
    expect(draft.next).toBeNull();
    expect(lateChoices(draft).map((choice) => choice.label)).toEqual(["c1", "c3"]);
    const changed = await pickLate(draft, { verb: "card", card: "c1" }, one.preview);
    expect(cards(changed)).toEqual(["c1"]);
    expect(changed.next).toBeNull();
  });

  it("and a pick that does not go with the others leaves the draft as it was", async () => {
    const { asked, preview } = engine([2, 3, 5], 9, 6);
    const draft = await picked(asked, preview, "c5");
    await expect(pickLate(draft, { verb: "card", card: "c3" }, preview)).rejects.toBeInstanceOf(DoesNotFit);
    expect(cards(draft)).toEqual(["c5"]);
  });

  it("and taken back, the last pick without asking anybody", async () => {
    const { asked, preview, calls } = engine([1, 2, 3], 9);
    const draft = await picked(asked, preview, "c1", "c2");
    const before = calls.length;
    const back = unpick(draft);
    expect(cards(back)).toEqual(["c1"]);
    expect(back.next?.legal.map((choice) => choice.label)).toEqual(["c2", "c3", "Done"]);
    expect(calls.length).toBe(before);
    expect(unpick(startDraft(asked)).steps).toEqual([]);
  });

  it("also a pick in the middle; the later ones of the set stay", async () => {
    const { asked, preview } = engine([1, 2, 3, 4], 9);
    const draft = await removeStep(await picked(asked, preview, "c1", "c2", "c4"), 1, preview);
    expect(cards(draft)).toEqual(["c1", "c4"]);
    expect(picksOf(draft.steps)).toEqual([0, 2]);
  });

  it("stage by stage: a stage of another topic is not part of the set", async () => {
    const { asked, preview } = engine([1, 2], 9);
    const kind: Asked = { ...asked, topic: "challenge", legal: [{ index: 0, action: { verb: "challenge", kind: "power", against: 1 }, label: "Power" }] };
    const first = kind.legal[0];
    if (!first) throw new Error();
    const started = await pick(startDraft(kind), first, () => Promise.resolve(asked));
    expect(openSet(started)).toEqual({ from: 1, topic: "set" });
    expect(lateChoices(started)).toEqual([]);
    const next = by(started, "c2");
    if (!next) throw new Error();
    const draft = await pick(started, next, (picks) => preview(picks.slice(1)));
    expect(openSet(draft)).toEqual({ from: 1, topic: "set" });
    expect(lateChoices(draft).map((choice) => choice.label)).toEqual(["c1"]);
  });
});

describe("the fixture of attackers", () => {
  it("lets a person pick the third before the first", async () => {
    const fixture = fixtures.attackers?.();
    if (!fixture) throw new Error();
    const asked = fixture.state.prompt as unknown as Asked;
    const preview: Preview = (picks) => Promise.resolve(fixture.preview(picks));
    const third = asked.legal[2];
    const first = asked.legal[0];
    if (!third || !first) throw new Error();
    const draft = await pickLate(await pick(startDraft(asked), third, preview), first.action, preview);
    expect(draft.steps.map((step) => step.choice.label)).toEqual(["Robb Stark", "Arya Stark"]);
    expect(draft.next?.legal.at(-1)?.label).toBe("Done");
  });
});
