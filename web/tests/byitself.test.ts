// What is answered without asking, and what never is.
import { beforeAll, describe, expect, it, vi } from "vitest";

import { contrast, light, varied } from "../build/themes";
import { passes, settled, type Wishes } from "../src/lib/byitself";
import { fixtures } from "../src/fixtures/states";
import type { Action } from "../src/lib/generated/Action";
import type { View } from "../src/lib/generated/View";
import { settings } from "../src/lib/settings.svelte";
import type { Request } from "../src/lib/socket";
import { Table } from "../src/lib/table.svelte";
import type { Asked } from "../src/lib/wire";

beforeAll(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));

const ask: Wishes = { keywords: "ask", duplicates: "ask" };
const auto: Wishes = { keywords: "auto", duplicates: "auto" };
const asked = (topic: string, kind: Asked["kind"], actions: Action[], more: Partial<Asked> = {}): Asked => ({
  legal: actions.map((action, index) => ({ index, action, label: action.verb, count: 1 }) as unknown as Asked["legal"][number]),
  complete: false, seat: 0 as never, decision: 7, kind, topic, text: "", source: null, rule: null, min: 0, max: 9, drafted: [], simultaneous: false, ...more,
});
const pass: Action = { verb: "pass" };
const view = (active: number, step = "RR.fw.4.aw1") => ({ active_player: active, step }) as View;
const nowhere = { all: false, at: [] as string[] };

describe("by the player's wishes", () => {
  it("keywords are used and duplicates save, only where it is wished for", () => {
    const renown = asked("keyword_use", "option", [{ verb: "yes" }, { verb: "no" }]);
    const several = asked("keyword_use", "select", [{ verb: "card", card: "a" }, { verb: "card", card: "b" }, { verb: "done" }], { max: 2 });
    const save = asked("interrupts", "window", [{ verb: "save", card: "a" }, pass]);
    expect([renown, several, save].map((a) => settled(a, ask))).toEqual([null, null, null]);
    expect(settled(renown, auto)).toEqual([{ verb: "yes" }]);
    expect(settled(several, auto)).toEqual([{ verb: "card", card: "a" }, { verb: "card", card: "b" }]);
    expect(settled(asked("keyword_type", "option", [{ verb: "keyword", keyword: "insight" }, { verb: "keyword", keyword: "renown" }]), auto)).toEqual([{ verb: "keyword", keyword: "insight" }]);
    expect(settled(save, auto)).toEqual([{ verb: "save", card: "a" }]);
  });

  it("what is a choice is always asked: whom to kneel, which of two saves, a save beside something else", () => {
    const use: Action = { verb: "use", card: "x", ability: 1, on: null };
    for (const question of [
      asked("intimidate", "option", [{ verb: "card", card: "a" }, pass]),
      asked("interrupts", "window", [{ verb: "save", card: "a" }, { verb: "save", card: "b" }, pass]),
      asked("interrupts", "window", [{ verb: "save", card: "a" }, use, pass]),
      asked("reactions", "window", [use, pass]),
      asked("may", "option", [{ verb: "yes" }, { verb: "no" }]),
    ]) expect(settled(question, auto), question.topic).toBeNull();
  });
});

describe("passing until my turn", () => {
  const window = asked("action_window", "window", [{ verb: "use", card: "x", ability: 1, on: null }, pass]);

  it("passes windows, and ends with the turn, with a stop, and with what is no window", () => {
    expect(passes(window, view(1), 0, true, nowhere)).toBe(true);
    expect(passes(window, view(0), 0, true, nowhere), "my turn has come").toBe(false);
    expect(passes(window, view(0), 0, false, nowhere), "it is still the turn in which I began").toBe(true);
    expect(passes(window, view(1), 0, true, { all: false, at: ["RR.fw.4.aw1"] })).toBe(false);
    expect(passes(window, view(1), 0, true, { all: false, at: ["action_window"] })).toBe(false);
    expect(passes(window, view(1), 0, true, { all: true, at: [] })).toBe(false);
    expect(passes(asked("marshaling", "window", [pass]), view(0), 0, false, nowhere), "marshaling is my own turn").toBe(false);
    expect(passes(asked("claim", "select", [{ verb: "card", card: "a" }]), view(1), 0, true, nowhere)).toBe(false);
  });

  async function open(name: string) {
    const sent: Request[] = [];
    const fixture = fixtures[name]?.();
    if (!fixture) throw new Error(name);
    const table = new Table((request) => (sent.push(request), Promise.resolve(true)));
    await table.take(fixture.state, true);
    return { table, sent, state: fixture.state };
  }

  it("sends one pass a window, by meaning, and stops at what must be decided", async () => {
    const { table, sent } = await open("window");
    expect(sent).toEqual([]);
    table.passUntilTurn();
    await vi.waitFor(() => expect(sent.length).toBe(1));
    expect(sent[0]).toMatchObject({ op: "choose", choose: [{ verb: "pass" }] });
    expect(table.passing).not.toBeNull();
    table.stopPassing();
    expect(table.passing).toBeNull();
    const other = await open("attackers");
    other.table.passUntilTurn();
    await vi.waitFor(() => expect(other.table.passing).toBeNull());
    expect(other.sent).toEqual([]);
  });

  it("does not pass at a stop", async () => {
    const { table, sent, state } = await open("window");
    settings.change({ stops: [(state.view as unknown as View).step] });
    table.passUntilTurn();
    await vi.waitFor(() => expect(table.passing).toBeNull());
    expect(sent.filter((request) => request.op === "choose")).toEqual([]);
    settings.change({ stops: [] });
  });
});

describe("other looks", () => {
  const lum = (rgb: number[]) => {
    const [r, g, b] = rgb.map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a: number[], b: number[]) => (Math.max(lum(a), lum(b)) + 0.05) / (Math.min(lum(a), lum(b)) + 0.05);

  it("keep apart what is text and what is ground", () => {
    const ground: [number, number, number] = [0x17, 0x13, 0x0e];
    for (const text of [[0xef, 0xe5, 0xd0], [0xf4, 0xd5, 0x96], [0xf3, 0xb3, 0xaa]] as [number, number, number][]) {
      expect(ratio(light(text), light(ground))).toBeGreaterThan(4.5);
      expect(ratio(contrast(text), contrast(ground))).toBeGreaterThan(10);
    }
    expect(lum(light(ground))).toBeGreaterThan(0.7);
  });

  it("are made of colours only: drawings and names that look like one are left alone", () => {
    expect(varied(".a { color: #17130e; border: 1px solid rgb(1 2 3 / .5) }")).toBe(".a { color: var(--k-17130e); border: 1px solid rgb(from var(--k-010203) r g b / .5) }");
    expect(varied("#fade { background: url(#dead00) #fff; }")).toBe("#fade { background: url(#dead00) var(--k-ffffff); }");
  });
});
