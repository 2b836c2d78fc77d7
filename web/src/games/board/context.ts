import { getContext, setContext } from "svelte";

import type { BoardTable } from "./table.svelte";

const KEY = Symbol("board");
export const setBoard = (table: BoardTable): BoardTable => setContext(KEY, table);
export const getBoard = (): BoardTable => getContext<BoardTable>(KEY);
