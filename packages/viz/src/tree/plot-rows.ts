import {
  CambiumError,
  type ClassLabel,
  type EncodedRows,
  encodeTable,
  isDate,
  routeRow,
  type TableInput,
  type TableLike,
  toTable,
} from "@cambium/core";
import type { TreeSubject } from "./tree-subject.ts";
import type { VisibleNode } from "./visible-tree.ts";

/** The user's rows, as the cards need them. */
export interface PlotRows {
  readonly encoded: EncodedRows;
  /** For each visible node the rows that reach it. */
  readonly reaching: readonly Int32Array[];
  /** The class of each row, -1 where it has none that the model knows; null without such a column. */
  readonly classCodes: Int32Array | null;
  /** The target of each row, NaN where it is missing; null without such a column. */
  readonly targets: Float64Array | null;
}

export function plotRows(subject: TreeSubject, data: TableInput, nodes: readonly VisibleNode[]): PlotRows {
  const table = toTable(data);
  const encoded = encodeTable(subject.model, table);
  const { model } = subject;
  const hasTarget = table.columnNames.includes(model.target);
  return {
    encoded,
    reaching: routeRows(subject, encoded, nodes),
    classCodes: hasTarget && model.task === "classification" ? readClasses(table, model.target, model.classes) : null,
    targets: hasTarget && model.task === "regression" ? readNumbers(table, model.target) : null,
  };
}

function routeRows({ tree }: TreeSubject, encoded: EncodedRows, nodes: readonly VisibleNode[]): Int32Array[] {
  const position = new Map(nodes.map(({ node }, index) => [node, index]));
  const reaching: number[][] = nodes.map(() => []);
  for (let row = 0; row < encoded.rowCount; row++) {
    let node = 0;
    while (node >= 0) {
      const index = position.get(node);
      if (index === undefined) break;
      reaching[index].push(row);
      node = routeRow(tree, encoded, row, node);
    }
  }
  return reaching.map((rows) => Int32Array.from(rows));
}

function readClasses(table: TableLike, target: string, classes: readonly ClassLabel[]): Int32Array {
  const known = new Map<unknown, number>(classes.map((label, code) => [label, code]));
  const labels = table.column(target);
  const codes = new Int32Array(table.rowCount);
  for (let row = 0; row < codes.length; row++) {
    const label = labels[row];
    codes[row] = known.get(typeof label === "bigint" ? Number(label) : label) ?? -1;
  }
  return codes;
}

function readNumbers(table: TableLike, target: string): Float64Array {
  const values = table.column(target);
  const numbers = new Float64Array(table.rowCount);
  for (let row = 0; row < numbers.length; row++) numbers[row] = numberOf(values[row]);
  return numbers;
}

function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "bigint" || isDate(value) ? Number(value) : Number.NaN;
}

/** The visible nodes on the way of one row. */
export function litNodes(rows: PlotRows | null, row: number | undefined): ReadonlySet<number> {
  if (row === undefined) return new Set();
  if (rows === null) {
    throw new CambiumError("bad-option", "treePlot: row names a row of data, and there is none; pass data as well");
  }
  const { rowCount } = rows.encoded;
  if (!Number.isInteger(row) || row < 0 || row >= rowCount) {
    const range = rowCount === 0 ? "but data has no rows" : `expects a whole number from 0 to ${rowCount - 1}`;
    throw new CambiumError("bad-option", `treePlot: row ${range}, got ${String(row)}`);
  }
  const lit = new Set<number>();
  rows.reaching.forEach((reaching, index) => {
    if (reaching.includes(row)) lit.add(index);
  });
  return lit;
}
