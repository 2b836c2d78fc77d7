// Orders that are laid and not sent yet, kept on this device: a table that is loaded again, or opened in another window, shows them
// as they lay. They are dropped when the decision is over.

/** One table and seat: the decision that they answer, and the orders by area. */
interface Kept {
  key: string;
  decision: number;
  placed: Record<string, string>;
}

const KEY = "maester-orders";
/** At so many tables orders may lie. */
const TABLES = 8;

function all(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((it): it is Kept => typeof it?.key === "string" && typeof it.decision === "number" && typeof it.placed === "object" && it.placed !== null) : [];
  } catch {
    return [];
  }
}

function store(kept: Kept[]): void {
  try {
    if (kept.length > 0) localStorage.setItem(KEY, JSON.stringify(kept.slice(0, TABLES)));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing still plays.
  }
}

/** The orders that were laid for this decision. */
export const keptOrders = (key: string, decision: number): Record<string, string> => all().find((kept) => kept.key === key && kept.decision === decision)?.placed ?? {};

export const keepOrders = (key: string, decision: number, placed: Record<string, string>): void =>
  store([...(Object.keys(placed).length > 0 ? [{ key, decision, placed }] : []), ...all().filter((kept) => kept.key !== key)]);

export function dropOrders(key: string): void {
  const kept = all();
  if (kept.some((it) => it.key === key)) store(kept.filter((it) => it.key !== key));
}
