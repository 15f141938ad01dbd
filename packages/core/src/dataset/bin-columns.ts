import { arenaBytes, ColumnRoom, type Pacer, Team } from "@cambium/kernels";
import { firstWhere } from "../util/first-where.ts";
import { leaseSharedRun } from "../util/lease-run.ts";
import { midpoint } from "../util/midpoint.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { CHUNK } from "../util/ranges.ts";
import { weightsOnGrid } from "../util/round-to-grid.ts";
import { toldFailure } from "../util/told-failure.ts";
import { inTurns, type Turns, turnsOver } from "../util/turns.ts";
import { type BinnedColumn, binCategories, roomFor } from "./bin-column.ts";
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
  const found = numeric.length === 0 ? [] : await binNumbers(numeric, weights, maxBins, pacer, threads);
  const binned = found.values();
  return columns.map((column) =>
    column.kind === "categorical" ? binCategories(column) : (binned.next().value as BinnedColumn),
  );
}

async function binNumbers(
  columns: readonly NumericColumn[],
  weights: Float64Array | null,
  maxBins: number,
  pacer: Pacer,
  threads: number,
): Promise<BinnedColumn[]> {
  const rowCount = columns[0].values.length;
  const bytes = Math.max(...columns.map(({ values }) => values.BYTES_PER_ELEMENT));
  const shape = { rowCount, bytes, maxBins: Math.min(maxBins, Math.max(2, rowCount)) };
  const sizes = ColumnRoom.byteLengths(shape, weights !== null);
  const shared = [4 * Team.words, weights === null ? 0 : 8 * rowCount];
  const bytesFor = (count: number) => arenaBytes(shared) + count * arenaBytes(sizes);
  const rounded = weights && weightsOnGrid(rowCount, weights);
  const arena = await leaseSharedRun(bytesFor, Math.min(threads, columns.length));
  const binned: BinnedColumn[] = [];
  if (arena === null) {
    for (const { values } of columns) {
      binned.push(await inTurns(binsInTurns(values, rounded, shape.maxBins), pacer));
    }
    return binned;
  }
  try {
    const team = arena.team();
    const inArena = rounded && arena.float64(rowCount);
    inArena?.set(rounded as Float64Array);
    const rooms = Array.from({ length: team.threads }, () => new ColumnRoom(arena, shape, inArena));
    for (let first = 0; first < columns.length; first += rooms.length) {
      if (pacer.due()) await pacer.pause();
      const some = columns.slice(first, first + rooms.length);
      for (const [i, { values }] of some.entries()) rooms[i].begin(values);
      await ColumnRoom.run(rooms.slice(0, some.length), team, pacer);
      for (const room of rooms.slice(0, some.length)) {
        const { bins, cuts } = room.take();
        binned.push({ bins, cuts, binCount: cuts.length + 1 });
      }
    }
    return binned;
  } catch (error) {
    throw toldFailure(error);
  } finally {
    arena.release();
  }
}

/** Numbers in bins by the rule that `binColumns` states, without the kernels. `weights` are on a grid; null where each is 1. */
function* binsInTurns(
  values: NumericColumn["values"],
  weights: Float64Array | null,
  maxBins: number,
): Turns<BinnedColumn> {
  const distinct = yield* distinctValues(values, weights);
  const cuts = cutsBetween(distinct.values, distinct.weights, maxBins);
  const binCount = cuts.length + 1;
  const bins = roomFor(binCount, values.length);
  yield* turnsOver(values.length, (start, end) => {
    for (let row = start; row < end; row++) {
      const value = values[row];
      bins[row] = Number.isNaN(value) ? binCount : firstWhere(0, cuts.length, (cut) => value <= cuts[cut]);
    }
  });
  return { bins, cuts, binCount };
}

/** The values that occur, ascending, and what the rows of each weigh. */
function* distinctValues(values: NumericColumn["values"], weights: Float64Array | null) {
  const order = yield* orderInTurns(values);
  const distinct = new Float64Array(order.length);
  const sums = new Float64Array(order.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    if (i % CHUNK === 0) yield;
    const value = values[order[i]];
    // Missing values stand last.
    if (Number.isNaN(value)) break;
    if (count === 0 || value !== distinct[count - 1]) distinct[count++] = value;
    sums[count - 1] += weights === null ? 1 : weights[order[i]];
  }
  return { values: distinct.subarray(0, count), weights: sums.subarray(0, count) };
}

/** The upper bounds of all bins but the last one. */
function cutsBetween(values: Float64Array, weights: Float64Array, maxBins: number): Float64Array {
  const cuts: number[] = [];
  let left = 0;
  for (const weight of weights) left += weight;
  let share = left / maxBins;
  let inBin = 0;
  for (let i = 0; i < values.length; i++) {
    const binsAfter = maxBins - cuts.length - 1;
    const hasOneForEach = values.length - i <= binsAfter;
    if (i > 0 && binsAfter > 0 && (hasOneForEach || inBin + weights[i] / 2 > share)) {
      cuts.push(midpoint(values[i - 1], values[i]));
      left -= inBin;
      share = left / binsAfter;
      inBin = 0;
    }
    inBin += weights[i];
  }
  return Float64Array.from(cuts);
}
