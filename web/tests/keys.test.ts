import { describe, expect, it } from "vitest";

import { walk, type Spot } from "../src/lib/keys";

const spots: Spot[] = [
  { row: 0, x: 100, y: 10, column: 1 }, { row: 0, x: 200, y: 10, column: 1 }, { row: 0, x: 300, y: 10, column: 1 },
  { row: 1, x: 150, y: 50, column: 1 },
  { row: 2, x: 90, y: 90, column: 1 }, { row: 2, x: 290, y: 90, column: 1 },
];
const seats: Spot[] = [{ row: 3, x: 20, y: 15, column: 0 }, { row: 3, x: 20, y: 30, column: 0 }, { row: 4, x: 20, y: 80, column: 0 }];

describe("arrows walk", () => {
  it("along a row and stop at its ends", () => {
    expect(walk(spots, 0, "ArrowRight")).toBe(1);
    expect(walk(spots, 2, "ArrowRight")).toBeNull();
    expect(walk(spots, 0, "ArrowLeft")).toBeNull();
    expect(walk(spots, 1, "End")).toBe(2);
    expect(walk(spots, 1, "Home")).toBe(0);
  });
  it("to the nearest of the next row", () => {
    expect(walk(spots, 2, "ArrowDown")).toBe(3);
    expect(walk(spots, 3, "ArrowDown")).toBe(4);
    expect(walk(spots, 5, "ArrowUp")).toBe(3);
    expect(walk(spots, 3, "ArrowUp")).toBe(0);
  });
  it("over to the seats from the start of a row, and back", () => {
    const all = [...spots, ...seats];
    expect(walk(all, 0, "ArrowLeft")).toBe(6);
    expect(walk(all, 4, "ArrowLeft")).toBe(8);
    expect(walk(all, 8, "ArrowRight")).toBe(4);
    expect(walk(all, 7, "ArrowDown")).toBe(8);
    expect(walk(all, 3, "ArrowDown")).toBe(4);
  });
  it("nowhere beyond the first and last row", () => {
    expect(walk(spots, 1, "ArrowUp")).toBeNull();
    expect(walk(spots, 4, "ArrowDown")).toBeNull();
  });
  it("to the first thing when nothing is in hand, and nowhere when there is none", () => {
    expect(walk(spots, -1, "ArrowRight")).toBe(0);
    expect(walk([], -1, "ArrowRight")).toBeNull();
  });
});
