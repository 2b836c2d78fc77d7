import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { State } from "../src/lib/generated/State";
import { backoff, Lost, Refused, RoomSocket, roomUrl } from "../src/lib/socket";

class Wire {
  readyState = 0;
  sent: { op: string; id: number }[] = [];
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  send(data: string): void {
    this.sent.push(JSON.parse(data) as { op: string; id: number });
  }
  close(): void {
    this.drop();
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }
  drop(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason } as CloseEvent);
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
}

let wires: Wire[] = [];
const states: [number, boolean][] = [];
const links: boolean[] = [];
const make = () =>
  new RoomSocket("ws://here/", {
    open: () => {
      const wire = new Wire();
      wires.push(wire);
      return wire;
    },
    random: () => 1,
    onState: (state: State, first) => states.push([state.version, first]),
    onConnection: (connected) => links.push(connected),
  });
const wire = (i: number): Wire => {
  const found = wires[i];
  if (!found) throw new Error(`there are ${wires.length} sockets`);
  return found;
};

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  states.length = 0;
  links.length = 0;
});
afterEach(() => vi.useRealTimers());

describe("the socket of a room", () => {
  it("pairs replies with requests, in any order", async () => {
    const socket = make();
    wire(0).open();
    const a = socket.ask({ op: "preview", decision: 1, picks: [0] });
    const b = socket.ask({ op: "explain", thing: "c1" });
    wire(0).say({ type: "reply", id: 2, ok: ["why"], error: null });
    wire(0).say({ type: "reply", id: 1, ok: null, error: { code: "stale", message: "Too late.", rule: null } });
    await expect(b).resolves.toEqual(["why"]);
    await expect(a).rejects.toBeInstanceOf(Refused);
  });

  it("tells the first state of each connection apart", () => {
    make();
    wire(0).open();
    wire(0).say({ type: "state", version: 1 });
    wire(0).say({ type: "state", version: 2 });
    wire(0).drop();
    vi.advanceTimersByTime(500);
    wire(1).open();
    wire(1).say({ type: "state", version: 2 });
    expect(states).toEqual([[1, true], [2, false], [2, true]]);
  });

  it("comes back by itself, waiting longer each time", () => {
    make();
    wire(0).drop();
    vi.advanceTimersByTime(499);
    expect(wires.length).toBe(1);
    vi.advanceTimersByTime(1);
    expect(wires.length).toBe(2);
    wire(1).drop();
    vi.advanceTimersByTime(999);
    expect(wires.length).toBe(2);
    vi.advanceTimersByTime(1);
    expect(wires.length).toBe(3);
    wire(2).open();
    wire(2).drop();
    vi.advanceTimersByTime(500);
    expect(wires.length).toBe(4);
    expect(links).toEqual([false, false, true, false]);
  });

  it("loses what was asked with the connection, and asks nothing without one", async () => {
    const socket = make();
    await expect(socket.ask({ op: "ping" })).rejects.toBeInstanceOf(Lost);
    wire(0).open();
    const asked = socket.ask({ op: "withdraw" });
    wire(0).drop();
    await expect(asked).rejects.toBeInstanceOf(Lost);
  });

  it("tries at once when it is woken, and never again once closed", () => {
    const socket = make();
    wire(0).drop();
    socket.wake();
    expect(wires.length).toBe(2);
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBe(2);
  });

  it("tells that this browser was logged out, and no other end as that", () => {
    let told = 0;
    const open = () => (wires.push(new Wire()), wire(wires.length - 1));
    new RoomSocket("ws://here/", { open, random: () => 1, onState: () => undefined, onConnection: () => undefined, onLoggedOut: () => told++ });
    for (const [code, reason] of [[1006, ""], [1008, "too many messages"], [1001, "the server goes down"]] as const) {
      wire(wires.length - 1).drop(code, reason);
      vi.advanceTimersByTime(20_000);
    }
    expect(told).toBe(0);
    wire(wires.length - 1).drop(1008, "this session has ended");
    expect(told).toBe(1);
  });

  it("keeps the line alive", () => {
    make();
    wire(0).open();
    vi.advanceTimersByTime(41_000);
    expect(wire(0).sent.filter((message) => message.op === "ping").length).toBe(2);
  });
});

describe("the wait", () => {
  it("doubles up to fifteen seconds, with a quarter of chance", () => {
    expect([0, 1, 2, 9].map((n) => backoff(n, 1))).toEqual([500, 1000, 2000, 15_000]);
    expect(backoff(0, 0)).toBe(375);
  });
});

describe("the address", () => {
  it("follows that of the page", () => {
    expect(roomUrl("a b", { protocol: "https:", host: "x.example" })).toBe("wss://x.example/api/rooms/a%20b/ws");
    expect(roomUrl("r", { protocol: "http:", host: "localhost:8080" })).toBe("ws://localhost:8080/api/rooms/r/ws");
  });
});
