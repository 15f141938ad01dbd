import type { Dataset, Split } from "@cambium/core";

/** The rows that a split sends to either child, read from its own fields: what prediction will do with it. */
export function partRows(split: Split, dataset: Dataset, rows: Uint32Array): [Uint32Array, Uint32Array] {
  const column = dataset.columns[split.feature];
  const sideOf = (row: number): 0 | 1 => {
    if (column.kind === "numeric") {
      const value = column.values[row];
      if (Number.isNaN(value)) return split.missingChild;
      return value <= split.threshold ? 0 : 1;
    }
    const code = column.codes[row];
    if (code < 0) return split.missingChild;
    return (split.categories[code >>> 5] >>> (code & 31)) & 1 ? 0 : 1;
  };
  return [rows.filter((row) => sideOf(row) === 0), rows.filter((row) => sideOf(row) === 1)];
}
