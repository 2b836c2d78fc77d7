// The board game's client without a browser: answers by meaning, orders as they are laid, strengths, the drawing, the catalogue.
import { describe, expect, it, vi } from "vitest";

import { DoesNotFit, draftOf, sameAction, setOf } from "../src/games/board/draft";
import { areaFacts, banned, facts, orderFacts, victoryPlaces } from "../src/games/board/facts";
import { flightsOf } from "../src/games/board/flights";
import { drawing, shapeOf, spread, towards, touching } from "../src/games/board/geometry";
import { houses, housesFor } from "../src/games/board/houses";
import { dropOrders, keepOrders, keptOrders } from "../src/games/board/kept";
import { rulingsInWords, rulingsText, valueOf } from "../src/games/board/rulings";
import { marchEstimate } from "../src/games/board/strength";
import { BoardTable } from "../src/games/board/table.svelte";
import type { AreaView, BoardAction, BoardAsked, BoardView, Unit, Units } from "../src/games/board/types";
import type { State } from "../src/lib/generated/State";

const asked = (legal: BoardAction[], change: Partial<BoardAsked> = {}): BoardAsked => ({
  seat: 0, decision: 7, kind: "select", topic: "march", text: "?", source: null, rule: "BG.march.move", min: 1, max: 1, simultaneous: false, complete: false, drafted: [],
  legal: legal.map((action, index) => ({ index, action, label: JSON.stringify(action) })), ...change,
});
const go = (area: string): BoardAction => ({ verb: "use", area });
const to = (unit: Unit, at: string): BoardAction => ({ verb: "move", unit, to: at });
const done: BoardAction = { verb: "done" };

/** A march of two kinds of units that the engine lists in ascending order only. */
function march(picks: number[]): Promise<BoardAsked | null> {
  const all = [to("footman", "seagard"), to("footman", "the-twins"), to("knight", "seagard"), to("knight", "the-twins")];
  if (picks.length === 1) return Promise.resolve(asked([...all, done]));
  if (picks.length === 2) return Promise.resolve(picks[1] === 4 ? null : (picks[1] ?? 0) < 2 ? asked([...all.slice(2), done]) : asked([done]));
  if (picks.length === 3) return Promise.resolve(asked([done]));
  return Promise.resolve(null);
}

describe("answers by meaning", () => {
  it("put a set into the engine's order, whatever the person picked first", async () => {
    const draft = await draftOf(asked([go("moat-cailin")]), [go("moat-cailin"), to("knight", "the-twins"), to("footman", "seagard")], march);
    expect(draft.picks).toEqual([0, 0, 1]);
    const whole = await draftOf(asked([go("moat-cailin")]), [...draft.wanted, done], march);
    expect(whole.next).toBeNull();
    expect(whole.picks).toEqual([0, 0, 1, 0]);
  });

  it("refuse what is not listed, and keep an order that a person gives", async () => {
    await expect(draftOf(asked([go("moat-cailin")]), [go("moat-cailin"), to("ship", "seagard")], march)).rejects.toBeInstanceOf(DoesNotFit);
    const seat = (n: number): BoardAction => ({ verb: "house", seat: n });
    const ties = (picks: number[]) => Promise.resolve(picks.length === 1 ? asked([seat(picks[0] === 0 ? 1 : 0)], { kind: "order" }) : null);
    const draft = await draftOf(asked([seat(0), seat(1)], { kind: "order" }), [seat(1), seat(0)], ties);
    expect(draft.picks).toEqual([1, 0]);
  });

  it("tell actions apart by all that they name", () => {
    expect(sameAction(to("knight", "seagard"), to("knight", "seagard"))).toBe(true);
    expect(sameAction(to("knight", "seagard"), to("footman", "seagard"))).toBe(false);
    expect(sameAction({ verb: "support", area: "seagard", side: null }, { verb: "support", area: "seagard", side: 1 })).toBe(false);
  });
});

const none: Units = { footman: 0, knight: 0, siege_engine: 0, ship: 0 };
function view(changes: Record<string, Partial<AreaView>>, more: Partial<BoardView> = {}): BoardView {
  const blank = (id: string): AreaView => ({ id, owner: null, units: none, routed: none, token: null, force: 0, garrison: null, closed: false, order: null, facedown: false, controller: null, ...changes[id] });
  const player = (seat: number, house: string) => ({ seat, house, power: 5, pool: 15, supply: 2, barrels: 2, limits: [3, 2, 2], castles: 1, lands: 3, stars: seat === 0 ? 1 : 3, hand: [], discard: [], stock: none, answered: false, conceded: false });
  return {
    viewer: 0, board: "base", rulings: "faq-v2", options: {} as BoardView["options"], tides: false, round: 1, rounds: 10, phase: "action", step_name: "", acting: [0], areas: facts.areas.map(({ id }) => blank(id)), players: [player(0, "stark"), player(1, "greyjoy"), player(2, "lannister")],
    iron_throne: [0, 1, 2], fiefdoms: [1, 0, 2], kings_court: [2, 1, 0], blade_used: false, raven_used: false, threat: 2, westeros: [], wildlings: [], bans: [], bids: [], attack: null, combat: null, outcome: null, ...more,
  };
}

describe("what a march would meet", () => {
  const fight = view({
    "moat-cailin": { owner: 0, units: { ...none, footman: 2, knight: 1 }, order: "march-plus-one" },
    seagard: { owner: 1, controller: 1, units: { ...none, footman: 2, knight: 1 }, routed: { ...none, knight: 1 }, order: "defense-plus-one" },
    "greywater-watch": { owner: 1, units: { ...none, footman: 1, siege_engine: 1 }, order: "support" },
    "ironmans-bay": { owner: 1, units: { ...none, ship: 2 }, order: "support" },
    riverrun: { owner: 2, units: { ...none, footman: 1, knight: 1 }, order: "support" },
    "the-twins": { owner: 0, units: { ...none, siege_engine: 1 }, order: "support-plus-one" },
  });

  it("counts units, orders, and open support by side; routed units count nothing", () => {
    const estimate = marchEstimate(fight, 0, "moat-cailin", "seagard", ["footman", "footman", "knight"]);
    // A siege engine counts 4 beside an attack on a castle, and nothing in its defence.
    expect(estimate?.total).toEqual([4 + 1 + (4 + 1), 4 + 1 + 1 + 2]);
    expect(estimate?.third).toEqual([{ area: "riverrun", by: 2, strength: 3 }]);
    expect(estimate?.tieTo).toBe(1);
  });

  it("meets a neutral force and a garrison with their values", () => {
    const neutral = view({ "moat-cailin": { owner: 0, order: "march" }, "the-eyrie": { force: 6 }, pyke: { force: 2, garrison: 1, controller: 1 } });
    expect(marchEstimate(neutral, 0, "moat-cailin", "the-eyrie", ["knight"])).toMatchObject({ defender: null, total: [2, 6] });
    expect(marchEstimate(neutral, 0, "moat-cailin", "pyke", ["siege_engine"])).toMatchObject({ defender: 1, total: [4, 2] });
  });
});

describe("orders as they are laid", () => {
  function planning() {
    const areas = { winterfell: { owner: 0, units: { ...none, knight: 1 } }, "white-harbor": { owner: 0, units: { ...none, footman: 1 } }, "the-shivering-sea": { owner: 0, units: { ...none, ship: 1 } } };
    const sent: number[][] = [];
    const order = ["the-shivering-sea", "white-harbor", "winterfell"];
    const list = (area: string) => facts.orders.map((o): BoardAction => ({ verb: "order", area, order: o.id }));
    const table = new BoardTable((request) => {
      if (request.op === "preview") return Promise.resolve(request.picks.length === 3 ? { complete: true } : asked(list(order[request.picks.length] ?? ""), { topic: "orders" }));
      if (request.op === "answer") sent.push(request.picks);
      return Promise.resolve(null);
    });
    const state = { room: "r", version: 1, kind: "board", seats: [], me: 0, view: view(areas, { phase: "planning", bans: ["raid"] }), prompt: asked(list(order[0] ?? ""), { topic: "orders", simultaneous: true }), events: [], can_withdraw: false, outcome: null };
    table.take(state as unknown as State, true);
    return { table, sent };
  }

  it("hold the stars and the tokens, go in any order, and are sent area by area", async () => {
    const { table, sent } = planning();
    const { orders } = table;
    expect(orders.selected).toBe("the-shivering-sea");
    expect(orders.tokens.find(({ order }) => order.id === "raid")?.why).toBe("banned");
    table.clickArea("winterfell");
    orders.lay("march-plus-one");
    expect(orders.stars).toEqual({ used: 1, all: 1 });
    expect(orders.tokens.find(({ order }) => order.id === "support-plus-one")?.why).toBe("star");
    orders.lay("support-plus-one");
    expect(Object.keys(orders.placed)).toEqual(["winterfell"]);
    orders.lay("support");
    orders.lay("support");
    expect(orders.missing).toEqual([]);
    expect(orders.ready).toBe(true);
    await orders.send();
    const at = (id: string) => facts.orders.findIndex((order) => order.id === id);
    expect(sent).toEqual([[at("support"), at("support"), at("march-plus-one")]]);
  });

  it("come back to the tray", () => {
    const { table } = planning();
    table.orders.lay("march");
    table.orders.take("the-shivering-sea");
    expect(table.orders.placed).toEqual({});
    expect(table.orders.tokens.find(({ order }) => order.id === "march")?.left).toBe(1);
  });
});

describe("the drawing", () => {
  it("has every area of the board, and two touch exactly where they are adjacent", () => {
    expect(Object.keys(drawing.areas).sort()).toEqual(facts.areas.map(({ id }) => id).sort());
    for (const { id, adjacent } of facts.areas) {
      const drawn = [...touching(id)].filter((other) => other in drawing.areas).sort();
      expect(drawn, id).toEqual([...adjacent].sort());
    }
  });

  it("finds a place for every piece and every area by the arrow keys", () => {
    for (let n = 1; n <= 8; n += 1) expect(spread(shapeOf("winterfell"), n).length).toBeGreaterThanOrEqual(n);
    const all = facts.areas.map(({ id }) => id);
    const seen = new Set(["kings-landing"]);
    const open = ["kings-landing"];
    for (let at = open.pop(); at; at = open.pop()) {
      for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1]] as const) {
        const next = towards(at, dx, dy, all);
        if (next && !seen.has(next)) {
          seen.add(next);
          open.push(next);
        }
      }
    }
    expect(all.filter((id) => !seen.has(id))).toEqual([]);
  });
});

describe("what the pages know of the houses", () => {
  it("is what the set-ups say", () => {
    expect(houses.map(([id]) => id)).toEqual(facts.houses.map(({ id }) => id));
    for (const setup of facts.setups) expect([...housesFor(setup.houses.length)].sort()).toEqual([...setup.houses].sort());
  });
  it("and a ban forbids its kind", () => {
    expect(banned(["march_plus"], orderFacts("march-plus-one"))).toBe(true);
    expect(banned(["march_plus"], orderFacts("march"))).toBe(false);
    expect(banned(["support"], orderFacts("support-plus-one"))).toBe(true);
    expect(areaFacts("winterfell").castle).toBe(2);
  });
});

describe("what a table keeps and shows", () => {
  it("units that came are told from those that were there, and from where", () => {
    const two = { ...none, footman: 2 };
    const before = view({ winterfell: { owner: 0, units: two }, "moat-cailin": { owner: 0, units: { ...none, footman: 1 } } });
    const after = view({ "moat-cailin": { owner: 0, units: { ...none, footman: 3 } } });
    const event = (type: string, areas: string[]) => ({ seq: 1, event: { type, text: "", rule: null, areas } });
    expect(flightsOf(before, after, [event("march", ["winterfell", "moat-cailin"])])).toEqual([{ from: "winterfell", to: "moat-cailin", unit: "footman", routed: false, n: 2 }]);
    expect(flightsOf(before, after, [event("support", ["winterfell"])])).toEqual([]);
    // What another house had there is gone: all that stand there have come.
    const taken = view({ "moat-cailin": { owner: 1, units: { ...none, footman: 1 } } });
    expect(flightsOf(before, taken, [event("march", ["seagard", "moat-cailin"])])).toEqual([{ from: "seagard", to: "moat-cailin", unit: "footman", routed: false, n: 1 }]);
    const beaten = view({ seagard: { owner: 1, routed: { ...none, knight: 1 } } });
    expect(flightsOf(before, beaten, [event("retreat", ["moat-cailin", "seagard"])])).toEqual([{ from: "moat-cailin", to: "seagard", unit: "knight", routed: true, n: 1 }]);
  });

  it("rulings are one line of text, and are told in words", () => {
    expect(rulingsText("faq-v2", {})).toBe("faq-v2");
    expect(rulingsText("faq-v2", { robb: "anywhere", mace: "goes-on" })).toBe("faq-v2,robb=anywhere");
    expect(rulingsText("recorded", { robb: "anywhere", mace: "ends" })).toBe("recorded,mace=ends");
    expect(valueOf("recorded", { mace: "ends" }, "robb")).toBe("anywhere");
    expect(rulingsInWords("faq-v2,mace=ends")).toBe("FAQ 2.0 · The last defender dies by a card: the combat ends");
  });

  it("orders are kept by table and decision, for a few tables", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key) });
    keepOrders("a 0", 3, { winterfell: "march" });
    expect(keptOrders("a 0", 3)).toEqual({ winterfell: "march" });
    expect(keptOrders("a 0", 4)).toEqual({});
    expect(keptOrders("a 1", 3)).toEqual({});
    for (let i = 0; i < 20; i += 1) keepOrders(`b${i} 0`, 1, { pyke: "raid" });
    expect(keptOrders("a 0", 3)).toEqual({});
    expect(keptOrders("b19 0", 1)).toEqual({ pyke: "raid" });
    for (let i = 0; i < 20; i += 1) dropOrders(`b${i} 0`);
    expect(kept.size).toBe(0);
    kept.set("maester-orders", '[1, {"key": "x"}]');
    expect(keptOrders("x", 1)).toEqual({});
    vi.unstubAllGlobals();
  });
});

describe("the victory track", () => {
  it("has a place before the first for a house without a castle, and only then", () => {
    expect(victoryPlaces([1, 3, 2])).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(victoryPlaces([7, 0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe("sets of units", () => {
  const lose = (area: string, unit: Unit = "footman"): BoardAction => ({ verb: "destroy", area, unit, routed: false });
  const all = [lose("a"), lose("b"), lose("c"), lose("d")];
  // As the engine lists a set of three out of four: ascending, and so that three can still be had.
  const three = (picks: number[]): Promise<BoardAsked | null> => {
    if (picks.length === 3) return Promise.resolve(null);
    const listed = all.map((_, i) => i).filter((i) => i > (picks.at(-1) ?? -1) && i <= picks.length + 1);
    const ask = asked(all, { topic: "destroy", min: 3, max: 3 });
    return Promise.resolve({ ...ask, legal: ask.legal.filter(({ index }) => listed.includes(index)) });
  };
  const areas = (draft: { next: BoardAsked | null }) => draft.next?.legal.map(({ action }) => ("area" in action ? action.area : action.verb));

  it("are offered whole, in whatever order they are picked, and nothing is picked that was not wanted", async () => {
    const first = await three([]);
    if (!first) throw new Error("no question");
    expect(areas({ next: first })).toEqual(["a", "b"]);
    expect(areas(await setOf(first, [], three, () => true))).toEqual(["a", "b", "c", "d"]);
    const last = await setOf(first, [lose("d")], three, () => true);
    expect([areas(last), last.wanted]).toEqual([["a", "b", "c"], [lose("d")]]);
    expect(areas(await setOf(first, [lose("d"), lose("b")], three, () => true))).toEqual(["a", "c"]);
    expect((await setOf(first, [lose("d"), lose("b"), lose("c")], three, () => true)).picks).toEqual([1, 2, 3]);
    await expect(setOf(first, [lose("d"), lose("d")], three, () => true)).rejects.toThrow(DoesNotFit);
  });

  it("of as many as one likes keep what comes before the last pick, while there is room", async () => {
    const muster = (area: string): BoardAction => ({ verb: "muster", area, at: area, unit: "footman" });
    const ask = asked([muster("a"), muster("b"), done], { topic: "muster", min: 0, max: 20 });
    const ascending = (picks: number[]): Promise<BoardAsked | null> => Promise.resolve(picks.includes(2) ? null : { ...ask, legal: ask.legal.filter(({ index }) => index > Math.max(...picks, -1)) });
    expect(areas(await setOf(ask, [muster("b")], ascending, (action) => !sameAction(action, muster("b"))))).toEqual(["a", "done"]);
    expect((await setOf(ask, [muster("b"), muster("a"), done], ascending, () => true)).picks).toEqual([0, 1, 2]);
  });
});

describe("a march that does not fit", () => {
  it("says where nobody else can go, and keeps what is picked", async () => {
    const none = { footman: 0, knight: 0, siege_engine: 0, ship: 0 };
    const moves = [to("footman", "seagard"), to("footman", "the-twins"), to("knight", "seagard"), to("knight", "the-twins")];
    // Both are offered either area first, but the second unit may not go where the first did not.
    const preview = (picks: number[]) => (picks.length === 1 ? asked([...moves, done]) : picks.length === 2 ? asked(picks[1] === 0 ? [moves[2] as BoardAction, done] : [done]) : { complete: true });
    const table = new BoardTable((request) => Promise.resolve(request.op === "preview" ? preview(request.picks) : null));
    const areas = { "moat-cailin": { owner: 0, units: { ...none, footman: 1, knight: 1 }, order: "march" } };
    const state = { room: "r", version: 1, kind: "board", seats: [], me: 0, view: view(areas, { phase: "action" }), prompt: asked([go("moat-cailin"), go("winterfell")]), events: [], can_withdraw: false, outcome: null };
    table.take(state as unknown as State, true);
    await table.want([go("moat-cailin")]);
    table.marching = { footman: 1 };
    await table.march("seagard");
    table.marching = { knight: 1 };
    await table.march("the-twins");
    expect(table.problem?.message).toMatch(/none of these can go to The Twins/);
    expect(table.draft?.wanted).toEqual([go("moat-cailin"), to("footman", "seagard")]);
  });
});
