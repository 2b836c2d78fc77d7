import { describe, expect, it } from "vitest";

import { fixtures } from "../src/fixtures/states";
import { offerOf, pickedBy, placedBy } from "../src/lib/choices";
import { startDraft, type Draft } from "../src/lib/draft";
import type { View } from "../src/lib/generated/View";
import { layOut } from "../src/lib/rows";
import type { Asked } from "../src/lib/wire";

function open(name: string) {
  const fixture = fixtures[name]?.();
  if (!fixture) throw new Error(name);
  const view = fixture.state.view as unknown as View;
  const asked = fixture.state.prompt as unknown as Asked;
  return { asked, draft: startDraft(asked), cards: layOut(view).cards };
}
const named = (cards: ReturnType<typeof open>["cards"], name: string) => [...cards.values()].find((card) => card.name === name)?.id ?? "";

describe("a prompt's choices are found", () => {
  it("on cards: one use, or several", () => {
    const { draft, cards } = open("window");
    const offer = offerOf(draft, cards, 0);
    expect(offer.byCard.get(named(cards, "For the North!"))?.length).toBe(1);
    expect(offer.byCard.get(named(cards, "Arya Stark"))?.map((o) => o.choice.action.verb)).toEqual(["use", "save"]);
    expect(offer.pass?.label).toBe("Pass");
    expect(offer.only).toBeNull();
  });
  it("in the tray, where cards lie in piles", () => {
    const { draft, cards } = open("search");
    expect(offerOf(draft, cards, 0).tray.map((id) => cards.get(id)?.name)).toEqual(["Tumblestone Knight", "Vanguard of the North", "Bran Stark"]);
  });
  it("in the tray, where they are looked at in another hand", () => {
    const { asked, cards } = open("target");
    const ice = cards.get(named(cards, "Ice"));
    if (!ice) throw new Error();
    const shown = new Map([...cards, ["c900", { ...ice, id: "c900", zone: "hand" as const, owner: 1, controller: 1, host: null }]]);
    const offer = offerOf(startDraft({ ...asked, legal: [{ index: 0, action: { verb: "card", card: "c900" }, label: "Ice" }] }), shown, 0);
    expect(offer.tray).toEqual(["c900"]);
  });
  it("on buttons: yes, no, done", () => {
    const mulligan = open("mulligan");
    const offer = offerOf(mulligan.draft, mulligan.cards, 0);
    expect([offer.first?.label, offer.second?.label]).toEqual(["Keep this hand", "Mulligan: seven new cards"]);
    const setup = open("setup");
    expect(offerOf(setup.draft, setup.cards, 0).pass?.label).toBe("Pass");
  });
  it("on a button where the card is not in view, and as the only thing to do", () => {
    const { asked, cards } = open("target");
    const legal = [{ index: 0, action: { verb: "card", card: "c999" } as const, label: "Kneel nobody" }];
    const offer = offerOf(startDraft({ ...asked, legal }), cards, 0);
    expect(offer.buttons.map((c) => c.label)).toEqual(["Kneel nobody"]);
    expect(offer.only?.label).toBe("Kneel nobody");
  });
});

describe("what is picked", () => {
  const { asked, cards, draft } = open("setup");
  const first = asked.legal[0];
  const one: Draft = { ...draft, steps: first ? [{ asked, choice: first }] : [] };
  it("is known by card and step", () => expect(pickedBy(one, cards, 0).get(named(cards, "Robb Stark"))).toBe(0));
  it("is placed where the pick places it", () => expect([...placedBy(one)]).toEqual([named(cards, "Robb Stark")]));
});
