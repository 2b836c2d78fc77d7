// What is open over the table besides the game itself: a pile, a sheet, the menu, the help.
import { getContext, setContext } from "svelte";

import type { PileName } from "./rows";

export type Sheet = "hand" | "log" | "menu" | "settings" | "help" | { pile: PileName; seat: number } | { locations: number } | { plot: number } | { piles: number };

export class Panels {
  sheet = $state.raw<Sheet | null>(null);
  /** The end panel was put aside to look at the table. */
  lookedAt = $state(false);

  openPile(seat: number, pile: PileName): void {
    this.sheet = { pile, seat };
  }

  toggle(sheet: Sheet): void {
    this.sheet = this.sheet === sheet ? null : sheet;
  }

  close(): boolean {
    const open = this.sheet !== null;
    this.sheet = null;
    return open;
  }
}

const KEY = Symbol("panels");
export const setPanels = (panels: Panels): Panels => setContext(KEY, panels);
export const usePanels = (): Panels => getContext<Panels>(KEY);
