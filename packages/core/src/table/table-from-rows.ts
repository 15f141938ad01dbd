import { CambiumError } from "../util/cambium-error.ts";
import { describe, isRecord } from "../util/check-options.ts";
import { atOnce, type Turns, VALUES_PER_TURN } from "../util/turns.ts";
import { KnownTable } from "./known-table.ts";

/** A table from row objects. Columns stand in the order in which they are first seen; a row without one has it missing. */
export function tableFromRows(rows: readonly object[]): KnownTable {
  return atOnce(rowsInTurns(rows));
}

/** The same in steps, in which others may have their turn. The rows must not change until the last of them has been read. */
export function* rowsInTurns(rows: readonly object[]): Turns<KnownTable> {
  const columns = new Map<string, unknown[]>();
  const rowCount = rows.length;
  let read = 0;
  for (let row = 0; row < rowCount; row++) {
    const record: unknown = rows[row];
    if (!isRecord(record)) {
      const message = `row ${row + 1} of the table expects an object of named values, got ${describe(record)}`;
      throw new CambiumError("bad-table", message);
    }
    for (const [name, value] of Object.entries(record)) {
      let values = columns.get(name);
      if (values === undefined) {
        values = new Array<unknown>(rowCount).fill(null);
        columns.set(name, values);
        // A row may name 65,536 columns, of as many rows as there are.
        yield;
      }
      values[row] = value;
      read++;
    }
    // A row may have no value, and takes a step all the same.
    if (++read < VALUES_PER_TURN) continue;
    read = 0;
    yield;
  }
  return new KnownTable(rowCount, [...columns.keys()], (name) => columns.get(name) as unknown[], { isFresh: true });
}
