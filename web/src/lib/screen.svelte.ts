// The size of the screen, as the layout distinguishes it.
import { MediaQuery } from "svelte/reactivity";

export const screen = {
  phone: new MediaQuery("(max-width: 899px)"),
  narrow: new MediaQuery("(max-width: 1279px)"),
  low: new MediaQuery("(max-height: 820px)"),
  /** Where large cards on the table may be larger still (styles/themes.css). */
  tall: new MediaQuery("(min-height: 980px)"),
};
