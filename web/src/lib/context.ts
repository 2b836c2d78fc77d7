import { getContext, setContext } from "svelte";

import type { Table } from "./table.svelte";

const KEY = Symbol("table");

export const setTable = (table: Table): Table => setContext(KEY, table);
export const useTable = (): Table => getContext<Table>(KEY);
