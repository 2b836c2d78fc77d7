import { readFileSync } from "node:fs";

import { describe, expect, it, vi } from "vitest";

import { byLine, bytesOf, draftText, examples, keepText, lineAt, LONGEST, spanOf } from "../src/lib/position";
import { Table } from "../src/lib/table.svelte";
import { fixtures } from "../src/fixtures/states";

describe("a position text", () => {
  it("has the puzzle of its own page as the first example", () => {
    const page = readFileSync("../docs/position-text.md", "utf8");
    expect(examples.puzzle).toBe(page.split("```position\n")[1]?.split("```")[0]);
    expect(examples.empty).toMatch(/^maester position 1\n/);
  });

  it("is counted in lines from 1", () => {
    const text = "one\ntwo\n\nfour";
    expect([0, 3, 4, 7, 8, 9, 99].map((at) => lineAt(text, at))).toEqual([1, 1, 2, 2, 3, 4, 4]);
    expect([1, 2, 3, 4].map((line) => text.slice(...spanOf(text, line)))).toEqual(["one", "two", "", "four"]);
    // A server that names a line beyond the text is not worth an error.
    expect(spanOf(text, 0)).toEqual(spanOf(text, 1));
    expect(spanOf(text, 70)).toEqual(spanOf(text, 4));
    expect(spanOf("", 1)).toEqual([0, 0]);
  });

  it("has its errors by line, each line with all of its own", () => {
    const errors = [{ line: 9, what: "a" }, { line: 2, what: "b" }, { line: 9, what: "c" }];
    expect([...byLine(errors)]).toEqual([[2, [errors[1]]], [9, [errors[0], errors[2]]]]);
    expect(errors.map((error) => error.line)).toEqual([9, 2, 9]);
  });

  it("is measured as the server does", () => {
    expect(bytesOf("x".repeat(LONGEST))).toBe(LONGEST);
    expect(bytesOf("é")).toBe(2);
  });

  it("stays for the tab, and without storage is the puzzle", () => {
    expect(draftText()).toBe(examples.puzzle);
    const kept = new Map<string, string>();
    vi.stubGlobal("sessionStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
    keepText("mine");
    expect(draftText()).toBe("mine");
    vi.unstubAllGlobals();
  });
});

describe("who plays every seat", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const states = () => {
    const state = fixtures.window?.().state;
    if (!state) throw new Error("no fixture");
    return { mine: { ...state, analysis: true }, theirs: { ...state, analysis: true, me: 1, events: state.events.slice(0, 2) } };
  };

  it("takes the whole log of the seat that is asked now; others only what is new", async () => {
    const { mine, theirs } = states();
    const table = new Table(() => Promise.resolve(true));
    await table.take(mine, true);
    table.receive(theirs, false);
    await vi.waitFor(() => expect(table.me).toBe(1));
    expect(table.log.length).toBe(2);
    const watched = new Table(() => Promise.resolve(true));
    await watched.take({ ...mine, analysis: false }, true);
    const before = watched.log.length;
    watched.receive({ ...theirs, analysis: false }, false);
    await vi.waitFor(() => expect(watched.me).toBe(1));
    expect(watched.log.length).toBe(before);
  });
});
