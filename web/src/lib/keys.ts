// Walking the table by keyboard: left and right along a row, up and down to the nearest thing of the next row. The seats stand in a
// column of their own: from the end of a row of the felt one steps over to them, and back.

export interface Spot {
  row: number;
  /** Centre, in screen pixels. */
  x: number;
  y: number;
  column: number;
}

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End";

export const isArrow = (key: string): key is Arrow => ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(key);

function nearest(spots: Spot[], among: (spot: Spot) => boolean, distance: (spot: Spot) => number): number | null {
  let best: number | null = null;
  spots.forEach((spot, i) => {
    const rival = best === null ? undefined : spots[best];
    if (among(spot) && (!rival || distance(spot) < distance(rival))) best = i;
  });
  return best;
}

/** The index of the spot that the key leads to, or `null` if there is none. Spots are in reading order. */
export function walk(spots: Spot[], from: number, key: Arrow): number | null {
  const here = spots[from];
  if (!here) return spots.length > 0 ? 0 : null;
  const row = spots.flatMap((spot, i) => (spot.row === here.row ? [i] : []));
  const place = row.indexOf(from);
  switch (key) {
    case "ArrowLeft":
      return row[place - 1] ?? nearest(spots, (spot) => spot.column === here.column - 1, (spot) => Math.abs(spot.y - here.y));
    case "ArrowRight":
      return row[place + 1] ?? nearest(spots, (spot) => spot.column === here.column + 1, (spot) => Math.abs(spot.y - here.y));
    case "Home":
      return row[0] ?? null;
    case "End":
      return row.at(-1) ?? null;
    case "ArrowUp":
    case "ArrowDown": {
      const rows = [...new Set(spots.filter((spot) => spot.column === here.column).map((spot) => spot.row))].sort((a, b) => a - b);
      const next = rows[rows.indexOf(here.row) + (key === "ArrowUp" ? -1 : 1)];
      return next === undefined ? null : nearest(spots, (spot) => spot.row === next, (spot) => Math.abs(spot.x - here.x));
    }
  }
}
