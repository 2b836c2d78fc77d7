import { describe, expect, it } from "vitest";

import { board } from "../src/fixtures/board";
import { fixtures } from "../src/fixtures/states";
import type { View } from "../src/lib/generated/View";
import { anchorOf, gather, layOut, rowSize, type Host } from "../src/lib/rows";

const names = (hosts: Host[]) => hosts.map((host) => host.card.name);

describe("a view is laid out", () => {
  it("in my half and the halves of the others, each with its rows", () => {
    const layout = layOut(board().view);
    expect(layout.mine?.player.seat).toBe(0);
    expect(layout.others.map((half) => half.player.seat)).toEqual([1]);
    expect(names(layout.mine?.characters ?? [])).toEqual(["Robb Stark", "Grey Wind", "Arya Stark", "Winterfell Steward", "Sansa Stark", "Catelyn Stark"]);
    expect(names(layout.mine?.locations ?? [])).toEqual(["Gates of Winterfell", "The Wolfswood", "Heart Tree Grove", "The Kingsroad"]);
    expect(layout.mine?.hand.length).toBe(6);
    expect(layout.others[0]?.shadows.length).toBe(1);
  });

  it("with attachments under their host, duplicates behind it, and nobody's faction card in a row", () => {
    const { mine } = layOut(board().view);
    const host = (name: string) => mine?.characters.find((h) => h.card.name === name);
    expect(host("Robb Stark")?.attachments.map((a) => a.name)).toEqual(["Ice"]);
    expect(host("Arya Stark")?.duplicates.length).toBe(1);
    expect(mine?.faction?.power).toBe(5);
    expect(mine?.agendas.map((a) => a.name)).toEqual(["Fealty"]);
  });

  it("with open piles as cards and closed ones as counts", () => {
    const { mine, others } = layOut(board().view);
    expect(mine?.piles.discard.cards.length).toBe(4);
    expect(mine?.piles.deck).toEqual({ count: 38, cards: [] });
    expect(others[0]?.piles.used_plots.cards.map((c) => c.name)).toEqual(["Counting Coppers"]);
  });

  it("with what setup places already on the table", () => {
    const { state } = fixtures.setup?.() ?? {};
    const view = state?.view as unknown as View;
    const robb = view.cards.find((card) => card.name === "Robb Stark");
    const layout = layOut(view, new Set([robb?.id ?? ""]));
    expect(names(layout.mine?.characters ?? [])).toEqual(["Robb Stark"]);
    expect(layout.mine?.hand.some((card) => card.name === "Robb Stark")).toBe(false);
  });

  it("from the eyes of whoever looks", () => {
    const { view } = board();
    const layout = layOut({ ...view, viewer: 1 });
    expect(layout.mine?.player.seat).toBe(1);
    expect(layout.others[0]?.player.seat).toBe(0);
  });
});

describe("participants", () => {
  it("gather in the middle; the others keep their order", () => {
    const hosts = ["a", "B", "c", "D", "e"].map((id) => ({ card: { id }, lifted: id === id.toUpperCase() })) as unknown as Host[];
    expect(gather(hosts).map((host) => host.card.id)).toEqual(["a", "B", "D", "c", "e"]);
  });
});

describe("a card is found", () => {
  const { cards } = layOut(board().view);
  const id = (name: string, zone = "play") => [...cards.values()].find((card) => card.name === name && card.zone === zone)?.id ?? "";
  it("by itself, by its host, or not on the table at all", () => {
    expect(anchorOf(id("Ice"), cards, 0)).toBe(id("Ice"));
    expect(anchorOf(id("Arya Stark", "duplicate"), cards, 0)).toBe(id("Arya Stark"));
    expect(anchorOf(id("Burned Men", "dead"), cards, 0)).toBeNull();
    expect(anchorOf("c999", cards, 0)).toBeNull();
  });
});

describe("a row", () => {
  const host = (kneeling = false, attachments = 0) => ({ card: { kneeling }, attachments: Array.from({ length: attachments }), duplicates: [], lifted: false }) as unknown as Host;
  const hosts = (standing: number, kneeling = 0) => [...Array.from({ length: standing }, () => host()), ...Array.from({ length: kneeling }, () => host(true))];
  it("stands in the largest size in which no card covers another", () => {
    expect(rowSize(hosts(8), "characters", 872, 10, false)).toBe("board");
    expect(rowSize(hosts(4, 4), "characters", 872, 10, false)).toBe("pocket");
    expect(rowSize(hosts(6, 6), "characters", 872, 10, false)).toBe("tile");
    expect(rowSize(hosts(9), "locations", 722, 8, false)).toBe("small");
    expect(rowSize(hosts(9, 2), "locations", 722, 8, false)).toBe("tile");
  });
  it("leaves room for strips of attachments", () => {
    expect(rowSize([host(false, 1)], "characters", 872, 10, false)).toBe("board");
    expect(rowSize([host(false, 2)], "characters", 872, 10, false)).toBe("pocket");
  });
  it("has a size before it is measured", () => expect(rowSize(hosts(20), "characters", -8, 10, false)).toBe("board"));
});
