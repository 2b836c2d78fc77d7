// What the board game's players name at the table: house cards, Westeros and wildling cards.
import { namesOf } from "../../lib/chatlinks";
import { facts, houseName } from "./facts";

export const boardNames = namesOf([
  ...facts.cards.map(({ name, house, strength, swords, fortifications, text }) => ({ name, code: null, lines: [`${houseName(house)}, ${strength}${swords ? `, ⚔ ${swords}` : ""}${fortifications ? `, ⛨ ${fortifications}` : ""}`, text].filter(Boolean) })),
  ...facts.westeros.flat().map(({ name, text }) => ({ name, code: null, lines: [text] })),
  ...facts.wildlings.map(({ name, lowest, others, highest }) => ({ name, code: null, lines: [lowest, others, highest].filter(Boolean) })),
]);
