import { arenaBytes, ColumnRoom, type Pacer, Team } from "@cambium/kernels";
import { leaseSharedRun } from "../util/lease-run.ts";
import { allRows } from "../util/ranges.ts";
import { roundToGrid } from "../util/round-to-grid.ts";
import { toldFailure } from "../util/told-failure.ts";
import { inTurns } from "../util/turns.ts";
import { type BinnedColumn, binCategories } from "./bin-column.ts";
import { binNumbersInTurns } from "./bin-numbers.ts";
import type { Column, NumericColumn } from "./column.ts";

/**
 * Columns in bins: numbers in at most `maxBins` of about the same weight, each category in its own. Where there are bins
 * enough, each number has one of its own too. Else a bin takes value after value while that brings it nearer to its share:
 * the weight that is left over the bins that are left, so that a value that outweighs many bins takes one, and the others
 * share the rest. The same for any order of the rows, and for any number of threads: each cuts a column by itself.
 */
export async function binColumns(
  columns: readonly Column[],
  weights: Float64Array | null,
  maxBins: number,
  pacer: Pacer,
  threads = 1,
): Promise<BinnedColumn[]> {
  const numeric = columns.filter((column) => column.kind === "numeric");
  const found = new Map(await binNumbers(numeric, weights, maxBins, pacer, threads));
  return columns.map((column) => found.get(column) ?? binCategories(column as Exclude<Column, NumericColumn>));
}

async function binNumbers(
  columns: readonly NumericColumn[],
  weights: Float64Array | null,
  maxBins: number,
  pacer: Pacer,
  threads: number,
): Promise<[Column, BinnedColumn][]> {
  if (columns.length === 0) return [];
  const rowCount = columns[0].values.length;
  const bytes = Math.max(...columns.map(({ values }) => values.BYTES_PER_ELEMENT));
  const shape = { rowCount, bytes, maxBins: Math.min(maxBins, Math.max(2, rowCount)) };
  const sizes = ColumnRoom.byteLengths(shape, weights !== null);
  const shared = [4 * Team.words, weights === null ? 0 : 8 * rowCount];
  const bytesFor = (count: number) => arenaBytes(shared) + count * arenaBytes(sizes);
  const { arena } = await leaseSharedRun(bytesFor, Math.min(threads, columns.length));
  if (arena === null) return binWithoutKernels(columns, weights, shape.maxBins, pacer);
  try {
    const team = arena.team();
    const rounded = weights && roundedInto(arena.float64(rowCount), weights);
    const rooms = Array.from({ length: team.threads }, () => new ColumnRoom(arena, shape, rounded));
    const binned: [Column, BinnedColumn][] = [];
    for (let first = 0; first < columns.length; first += rooms.length) {
      if (pacer.due()) await pacer.pause();
      const some = columns.slice(first, first + rooms.length);
      for (const [i, { values }] of some.entries()) rooms[i].begin(values);
      await ColumnRoom.run(rooms.slice(0, some.length), team, pacer);
      for (const [i, column] of some.entries()) {
        const { bins, cuts } = rooms[i].take();
        binned.push([column, { bins, cuts, binCount: cuts.length + 1 }]);
      }
    }
    return binned;
  } catch (error) {
    throw toldFailure(error);
  } finally {
    arena.release();
  }
}

async function binWithoutKernels(
  columns: readonly NumericColumn[],
  weights: Float64Array | null,
  maxBins: number,
  pacer: Pacer,
): Promise<[Column, BinnedColumn][]> {
  const rounded = weights && roundedInto(new Float64Array(weights.length), weights);
  const binned: [Column, BinnedColumn][] = [];
  for (const column of columns) {
    binned.push([column, await inTurns(binNumbersInTurns(column.values, rounded, maxBins), pacer)]);
  }
  return binned;
}

/** Weights on their grid, so that the order in which they are summed does not matter. */
function roundedInto(rounded: Float64Array, weights: Float64Array): Float64Array {
  rounded.set(weights);
  roundToGrid(rounded, allRows(weights.length));
  return rounded;
}
