import { arenaBytes, createPacer, leaseArena, type Pacer, type ScanKernel, scanJobsBytes } from "../../src/index.ts";

/** One column of a node, its rows already in ascending order of value with the missing ones last. */
export interface Column {
  readonly order: readonly number[] | Uint32Array;
  /** By row: the value, the gradient or the code of the class, and the hessian or weight. */
  readonly values: readonly number[] | Float64Array;
  readonly signal: readonly number[] | Float64Array | Int32Array;
  readonly weights: readonly number[] | Float64Array;
  /** 0 for gradients. */
  readonly classes: number;
  readonly minRowsLeaf: number;
  readonly minChildWeight: number;
}

export interface FoundCut {
  readonly engine: "wasm" | "twin";
  readonly gain: number;
  readonly rows: number;
  readonly missingLeft: boolean;
  readonly left: readonly number[];
}

/** The column's total statistics. */
export function totals(column: Column): number[] {
  const sum = new Array<number>(column.classes === 0 ? 2 : column.classes + 1).fill(0);
  for (const row of column.order) addRow(column, row, sum);
  return sum;
}

export function addRow({ signal, weights, classes }: Column, row: number, sum: number[]): void {
  if (classes === 0) sum[0] += signal[row];
  else sum[signal[row]] += weights[row];
  sum[sum.length - 1] += weights[row];
}

/** Runs one scan in an arena of its own, with the engine that is configured. */
export async function scanColumn(column: Column, kernel: ScanKernel, pacer: Pacer = createPacer()): Promise<FoundCut> {
  const parent = Float64Array.from(totals(column));
  const width = parent.length;
  const rows = column.values.length;
  const arena = await leaseArena(
    arenaBytes([4 * column.order.length, 8 * rows, 8 * rows, 8 * rows, scanJobsBytes(1, width)]),
  );
  try {
    const order = arena.uint32(column.order.length);
    const values = arena.float64(rows);
    const signal = column.classes === 0 ? arena.float64(rows) : arena.int32(rows);
    const weights = arena.float64(rows);
    const jobs = arena.scanJobs(1, width);
    order.set(column.order);
    values.set(column.values);
    signal.set(column.signal);
    weights.set(column.weights);
    const { minRowsLeaf, minChildWeight } = column;
    const limits = { minRowsLeaf, minChildWeight };
    jobs.set(0, { order, start: 0, count: order.length, values, signal, weights, parent, parentAt: 0, ...limits });
    await arena.scan(kernel, jobs, 1, pacer);
    const left = Array.from(jobs.records.subarray(jobs.leftAt(0), jobs.leftAt(0) + width));
    return { engine: arena.engine, gain: jobs.gain(0), rows: jobs.rows(0), missingLeft: jobs.missingLeft(0), left };
  } finally {
    arena.release();
  }
}
