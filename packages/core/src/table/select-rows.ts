import { floatsOf } from "../util/other-realms.ts";
import type { Turns } from "../util/turns.ts";
import { KnownTable } from "./known-table.ts";
import { fullColumn } from "./read-column.ts";

/** The same columns with the listed rows only, in the order of the list. */
export function selectRows(table: KnownTable, rows: Uint32Array): KnownTable {
  return new KnownTable(rows.length, table.columnNames, (name) => selectValues(fullColumn(table, name), rows), {
    isFresh: true,
  });
}

/** The same of a table that nobody changes: a run that waits in between selects one column after the other. */
export function selectOwnRows(table: KnownTable, rows: Uint32Array): KnownTable {
  const { rowCount, columnNames, column } = selectRows(table, rows);
  return new KnownTable(rowCount, columnNames, column, {
    isFresh: true,
    inTurns: (name) => oneTurn(() => column(name)),
  });
}

function* oneTurn<T>(value: () => T): Turns<T> {
  yield;
  return value();
}

/** Plain loops: `from` with a function takes six to forty times as long, and each fold selects nearly every value of a table. */
export function selectValues(values: ArrayLike<unknown>, rows: Uint32Array): ArrayLike<unknown> {
  const floats = floatsOf(values);
  if (floats instanceof Float64Array) return selectNumbers(floats, rows, new Float64Array(rows.length));
  if (floats !== null) return selectNumbers(floats, rows, new Float32Array(rows.length));
  const selected = new Array<unknown>(rows.length);
  for (let i = 0; i < rows.length; i++) selected[i] = values[rows[i]];
  return selected;
}

function selectNumbers<T extends Float64Array | Float32Array>(values: T, rows: Uint32Array, selected: T): T {
  for (let i = 0; i < rows.length; i++) selected[i] = values[rows[i]];
  return selected;
}
