// Walking the table by keyboard: left and right along a row, up and down to the nearest thing of the next row.

export interface Spot {
  row: number;
  /** Centre, in screen pixels. */
  x: number;
}

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End";

export const isArrow = (key: string): key is Arrow => ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);

/** The index of the spot that the key leads to, or `null` if there is none. Spots are in reading order. */
export function walk(spots: Spot[], from: number, key: Arrow): number | null {
  const here = spots[from];
  if (!here) return spots.length > 0 ? 0 : null;
  const row = spots.flatMap((spot, i) => (spot.row === here.row ? [i] : []));
  const place = row.indexOf(from);
  switch (key) {
    case "ArrowLeft":
      return row[place - 1] ?? null;
    case "ArrowRight":
      return row[place + 1] ?? null;
    case "Home":
      return row[0] ?? null;
    case "End":
      return row.at(-1) ?? null;
    case "ArrowUp":
    case "ArrowDown": {
      const rows = [...new Set(spots.map((spot) => spot.row))].sort((a, b) => a - b);
      const next = rows[rows.indexOf(here.row) + (key === "ArrowUp" ? -1 : 1)];
      if (next === undefined) return null;
      let best: number | null = null;
      spots.forEach((spot, i) => {
        if (spot.row !== next) return;
        const rival = best === null ? undefined : spots[best];
        if (!rival || Math.abs(spot.x - here.x) < Math.abs(rival.x - here.x)) best = i;
      });
      return best;
    }
  }
}
