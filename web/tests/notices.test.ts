// What a player is called for.
import { describe, expect, it } from "vitest";

import type { State } from "../src/lib/generated/State";
import { newsOf } from "../src/lib/notices.svelte";
import { notices as words } from "../src/lib/lobbytexts";

const seat = (seat: number, open: boolean) => ({ seat, name: open ? "" : `P${seat}`, open });
const state = (part: object) => ({ me: 0, seats: [seat(0, false), seat(1, false)], view: {}, prompt: null, outcome: null, ...part }) as unknown as State;

describe("news", () => {
  it("are a turn that comes, a player who sits down, a game that begins; not what was there before", () => {
    expect(newsOf(null, state({ prompt: {} }))).toEqual([]);
    expect(newsOf(state({}), state({ prompt: {} }))).toEqual([words.turn]);
    expect(newsOf(state({ prompt: {} }), state({ prompt: {} }))).toEqual([]);
    const waits = state({ view: null, seats: [seat(0, false), seat(1, true)] });
    expect(newsOf(waits, state({}))).toEqual([words.joined("P1"), words.started]);
    expect(newsOf(state({}), state({ prompt: {}, me: null }))).toEqual([]);
  });

  it("a question that is answered without the player calls nobody", () => {
    expect(newsOf(state({}), state({ prompt: {} }), true)).toEqual([]);
  });
});
