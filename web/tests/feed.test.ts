import { beforeEach, describe, expect, it, vi } from "vitest";

import { Feed } from "../src/lib/feed.svelte";
import { games } from "../src/games";

class Wire {
  static made: Wire[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  constructor() {
    Wire.made.push(this);
  }
  send(): void {}
  /** As a connection that was lost. */
  close(): void {
    this.onclose?.({ code: 1006, reason: "" });
  }
  say(version: number, more: object = {}): void {
    this.onmessage?.({ data: JSON.stringify({ type: "state", room: "r", version, kind: "card", seats: [], me: null, view: null, prompt: null, events: [], ...more }) });
  }
}

beforeEach(() => {
  Wire.made = [];
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
});

describe("the feed of a room", () => {
  it("tells who listens later what came before, and then each state once", () => {
    const feed = new Feed("r", () => undefined);
    const [wire] = Wire.made;
    wire?.onopen?.();
    wire?.say(1);
    wire?.say(2);
    expect([feed.connected, feed.last?.version]).toEqual([true, 2]);
    const heard: [number, boolean][] = [];
    feed.listen({ receive: (state, first) => heard.push([Number(state.version), first]), connected: () => undefined });
    wire?.say(3);
    expect(heard).toEqual([[1, true], [2, false], [3, false]]);
    feed.close();
  });

  it("tells the next listener what comes after the one before it has left", () => {
    const feed = new Feed("r", () => undefined);
    const [wire] = Wire.made;
    wire?.onopen?.();
    wire?.say(1);
    const heard: string[] = [];
    const listener = (name: string) => ({ receive: (state: { version: number }, first: boolean) => heard.push(`${name} ${state.version} ${first}`), connected: () => undefined });
    const leave = feed.listen(listener("a"));
    wire?.say(2);
    leave();
    // A new connection, as after sitting down: nobody listens yet.
    feed.reconnect();
    feed.wake();
    Wire.made.at(-1)?.onopen?.();
    Wire.made.at(-1)?.say(3);
    feed.listen(listener("b"));
    Wire.made.at(-1)?.say(4);
    // Leaving twice, or late, takes nothing from who listens now.
    leave();
    Wire.made.at(-1)?.say(5);
    expect(heard).toEqual(["a 1 true", "a 2 false", "b 3 true", "b 4 false", "b 5 false"]);
    feed.close();
  });

  it("keeps what was said, and begins anew with a new connection", () => {
    const feed = new Feed("r", () => undefined);
    const [wire] = Wire.made;
    const line = (seq: number) => ({ seq, from: 1, to: 0, text: `line ${seq}` });
    wire?.onopen?.();
    wire?.say(1, { chat: [line(0)] });
    wire?.say(2);
    wire?.say(3, { chat: [line(1)] });
    expect(feed.chat.map(({ seq }) => seq)).toEqual([0, 1]);
    feed.reconnect();
    feed.wake();
    Wire.made.at(-1)?.onopen?.();
    Wire.made.at(-1)?.say(3, { chat: [line(0), line(1)] });
    expect(feed.chat.map(({ seq }) => seq)).toEqual([0, 1]);
    feed.close();
  });

  it("says so when no connection ever came about, and not when one was lost", () => {
    const lost = vi.fn();
    const never = new Feed("r", lost);
    Wire.made[0]?.close();
    expect(lost).toHaveBeenCalledTimes(1);
    never.close();
    const once = new Feed("r", lost);
    Wire.made.at(-1)?.onopen?.();
    Wire.made.at(-1)?.close();
    expect(lost).toHaveBeenCalledTimes(1);
    expect(once.connected).toBe(false);
    once.close();
  });

  it("every game has a table and a replay by the kind that rooms name", () => {
    expect(Object.keys(games)).toEqual(["board", "card"]);
    expect(games.nothing).toBeUndefined();
  });
});
