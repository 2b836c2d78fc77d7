// Cards of the card game that can be named at the table.
import { namesOf, type Names } from "../../lib/chatlinks";
import type { CardFacts } from "../../lib/api";

export const cardNames = (cards: Iterable<CardFacts>): Names => namesOf([...cards].map(({ name, code }) => ({ name, code, lines: [] })));
