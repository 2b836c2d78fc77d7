// A table over somebody's shoulder: the state as that seat sees it, to be looked at and not to be played. Who sits there keeps the name:
// who looks on is nobody's "you".
import type { State } from "./generated/State";

export function overShoulder(table: { walked: boolean }, state: State): State {
  if (state.eyes === undefined) {
    table.walked = false;
    return state;
  }
  table.walked = true;
  return { ...state, me: state.eyes };
}
