import type { KnownTable } from "../table/known-table.ts";
import { readColumn } from "../table/read-column.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { type Turns, turnsOver } from "../util/turns.ts";

/** What each row is known by, wherever it stands: whole numbers, no two alike; null where rows are known by their places. */
export function* rowKeysInTurns(table: KnownTable, rowKey: string | undefined): Turns<Float64Array | null> {
  if (rowKey === undefined) return null;
  const values = readColumn(table, rowKey, "rowKey");
  const keys = new Float64Array(table.rowCount);
  yield* turnsOver(keys.length, (start, end) => {
    for (let row = start; row < end; row++) {
      const value = values[row];
      const key = typeof value === "bigint" ? Number(value) : value;
      if (!Number.isSafeInteger(key)) {
        const message = `rowKey: column "${rowKey}" has ${describe(value)} in row ${row + 1}; expected a whole number up to 2^53`;
        throw new CambiumError("bad-column", message);
      }
      keys[row] = (key as number) + 0;
    }
  });
  const order = yield* orderInTurns(keys);
  yield* turnsOver(keys.length, (start, end) => {
    for (let i = Math.max(1, start); i < end; i++) {
      if (keys[order[i]] !== keys[order[i - 1]]) continue;
      const message = `rowKey: column "${rowKey}" has ${keys[order[i]]} in row ${order[i - 1] + 1} and in row ${order[i] + 1}; expected each number once`;
      throw new CambiumError("bad-column", message);
    }
  });
  return keys;
}
