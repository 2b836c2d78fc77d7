import { describe, expect, it } from "vitest";

import { meleeBoard, meleeFixtures } from "../src/fixtures/melee";
import { offerOf } from "../src/lib/choices";
import { startDraft } from "../src/lib/draft";
import { bond, boardsIn, boardSize, inFocus, partOf } from "../src/lib/melee";
import { layOut } from "../src/lib/rows";
import type { Asked } from "../src/lib/wire";

const none = { chosen: [], picks: [] };
const opponents = (many: number) => Array.from({ length: many - 1 }, (_, i) => i + 1);

describe("bonds", () => {
  it("are told from the one to the other, and never worked out", () => {
    const { view } = meleeBoard(6);
    expect([1, 2, 3, 4, 5].map((seat) => bond(view, 0, seat))).toEqual(["supported", "rival", "supports", "rival", null]);
    expect(bond(view, 3, 0)).toBe("supported");
    expect(bond(view, 0, 0)).toBeNull();
  });
});

describe("boards", () => {
  it.each([[3, 880, 2], [4, 880, 3], [4, 704, 2], [6, 880, 2], [8, 880, 2], [8, 704, 2], [8, 400, 1]])("of %i players in %i px: %i", (many, width, shown) => {
    expect(boardsIn(width, many - 1)).toBe(shown);
  });

  it("show who fights, whose turn it is, where something can be picked, and what was asked for", () => {
    const { view } = meleeBoard(8);
    view.active_player = 4;
    expect(inFocus(view, opponents(8), 2, none)).toEqual([1, 4]);
    view.challenge = { attacker: 4, defender: 6, against: 6 } as never;
    expect(inFocus(view, opponents(8), 2, none)).toEqual([4, 6]);
    expect(inFocus(view, opponents(8), 2, { chosen: [], picks: [7] })).toEqual([4, 7]);
    expect(inFocus(view, opponents(8), 2, { chosen: [2, 3], picks: [7] })).toEqual([2, 3]);
    expect([partOf(view, 4), partOf(view, 6), partOf(view, 1)]).toEqual(["attacks", "defends", null]);
  });

  it("leave out who has left while others are there", () => {
    const { view } = meleeBoard(6);
    view.active_player = 0;
    const first = view.players[1];
    if (first) first.eliminated = true;
    expect(inFocus(view, opponents(6), 2, none)).toEqual([2, 3]);
  });

  it("draw characters as cards while they fit, else as tiles", () => {
    const hosts = layOut(meleeBoard(8).view).others[1]?.characters ?? [];
    expect(hosts.length).toBe(5);
    expect(boardSize(hosts, 900, 150)).toBe("pocket");
    expect(boardSize(hosts, 260, 150)).toBe("tile");
  });
});

describe("players as choices", () => {
  it("are offered by the player, whom a challenge may be against too", () => {
    const state = meleeFixtures["melee4-initiate"]?.().state;
    const asked = state?.prompt as unknown as Asked;
    const offer = offerOf(startDraft(asked), new Map(), 0);
    expect([...offer.byPlayer.keys()]).toEqual([1, 2]);
    expect(offer.byPlayer.get(2)?.map(({ choice }) => choice.label)).toEqual(["military challenge against Corwin", "power challenge against Corwin"]);
  });

  it("who was passed over is picked late, and stands on no button of this stage", () => {
    const asked = meleeFixtures["melee4-whispers"]?.().state.prompt as unknown as Asked;
    const late = asked.legal.slice(0, 1);
    const offer = offerOf({ decision: 1, steps: [], next: { ...asked, legal: asked.legal.slice(2) } }, new Map(), 0, late);
    expect(offer.byPlayer.get(1)).toEqual([{ choice: late[0], late: true }]);
    expect(offer.buttons.map((choice) => choice.label)).toEqual(["Osk"]);
  });
});
