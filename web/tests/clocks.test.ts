import { describe, expect, it } from "vitest";

import { TableClocks } from "../src/lib/clocks.svelte";
import type { Clocks } from "../src/lib/generated/Clocks";
import type { State } from "../src/lib/generated/State";
import { newsOf } from "../src/lib/notices.svelte";

const told = (left: number, more: Partial<Clocks["seats"][number]> = {}, stopped = false): Clocks => ({
  clock: { kind: "chess", seconds: 60, delay: 5, increment: 0 },
  stopped,
  seats: [{ left, free: 0, runs: true, flagged: false, ...more }, { left: null, free: 0, runs: false, flagged: false }],
});

describe("the clocks of a table", () => {
  it("count down by themselves, the free time first, and do not jump by the way of a message", () => {
    const clocks = new TableClocks();
    clocks.read(told(60_000, { free: 5_000 }), 0);
    clocks.tick(4_000);
    expect(clocks.face(0)).toEqual({ seconds: 60, runs: true, low: false, flagged: false });
    clocks.tick(15_000);
    expect(clocks.face(0)?.seconds).toBe(50);
    expect(clocks.face(1)).toBeNull();
    clocks.read(told(50_400), 15_000);
    expect(clocks.face(0)?.seconds).toBe(50);
    clocks.read(told(40_000), 15_000);
    expect(clocks.face(0)?.seconds).toBe(40);
  });

  it("name little time and stand still when stopped", () => {
    const clocks = new TableClocks();
    clocks.read(told(31_000), 0);
    clocks.tick(1_000);
    expect(clocks.face(0)?.low).toBe(false);
    clocks.tick(2_000);
    expect(clocks.face(0)?.low).toBe(true);
    clocks.read(told(29_000, {}, true), 2_000);
    clocks.tick(20_000);
    expect(clocks.face(0)?.seconds).toBe(29);
  });
});

describe("notices", () => {
  const state = (more: Partial<State>): State => ({ me: 0, seats: [{ seat: 0, name: "Ann", open: false }, { seat: 1, name: "Bob", open: false }], view: {}, prompt: null, outcome: null, ...more }) as State;
  it("tell what is new, and nothing of what was there or concerns me not", () => {
    const waiting = state({ view: null, seats: [{ seat: 0, name: "Ann", open: false }, { seat: 1, name: "", open: true }] as State["seats"] });
    expect(newsOf(null, state({ prompt: {} }))).toEqual([]);
    expect(newsOf(waiting, state({ prompt: {} }))).toEqual(["Bob sat down at your table.", "The game has begun.", "It is your turn."]);
    expect(newsOf(state({}), state({ prompt: {} }))).toEqual(["It is your turn."]);
    expect(newsOf(state({ prompt: {} }), state({ prompt: {} }))).toEqual([]);
    expect(newsOf(waiting, state({ prompt: {}, me: null }))).toEqual([]);
  });
});
