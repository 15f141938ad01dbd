// The thresholds of a column, by the rule of core's `binCuts`.
import { ColumnPhase, ColumnSlot, ColumnSource, RUNS_PER_BIN } from "../generated/column-layout";
import { at, enter, int, num, put } from "./column-job";
import { beginSort } from "./sort-column";
import { insertValues, keyOf } from "./sort-values";

/** A sort by digits reads thousands of counts in each pass. So many values, or fewer, are sorted by insertion. */
const FEW: u32 = 64;

/** A column of no more than two values needs no order: many tables have dozens of 0 and 1. */
export function cutInTwo<V>(): void {
  const least = <V>num(ColumnSlot.least);
  const most = <V>num(ColumnSlot.most);
  let values = at(ColumnSlot.values);
  for (const end = values + <usize>int(ColumnSlot.rowCount) * sizeof<V>(); values < end; values += sizeof<V>()) {
    const value = load<V>(values);
    if (value == value && value != least && value != most) return;
  }
  if (least < most) saveCut<V>(0, least, most);
  enter(ColumnPhase.place);
}

/**
 * Counts runs, from the end: values that are next to each other and share the bits that they were sorted by. Only as many
 * as are worth it: before the one at `few`, more values are left than any number of bins.
 */
export function countRuns<V>(budget: u32): u32 {
  const shift = <u64>num(ColumnSlot.runShift);
  const mostRuns = RUNS_PER_BIN * int(ColumnSlot.maxBins);
  const first = int(ColumnSlot.at);
  let few = int(ColumnSlot.few);
  const last = few - min(budget, few - first);
  let runs = int(ColumnSlot.runs);
  let mixed: u32 = 0;
  let value = load<V>(sortedAt<V>(few - 1));
  for (; few > last && runs < mostRuns; few--) {
    // Nothing that is left stands before the first one.
    const before = few - 1 > first ? load<V>(sortedAt<V>(few - 2)) : value;
    const isNew = u32(few - 1 == first) | u32(keyOf<V>(value) >>> shift != keyOf<V>(before) >>> shift);
    runs += isNew;
    mixed |= (1 - isNew) & u32(value != before);
    value = before;
  }
  put(ColumnSlot.runs, runs);
  put(ColumnSlot.few, few);
  if (mixed != 0) put(ColumnSlot.isExact, 0);
  if (few > first && runs < mostRuns) return budget;
  // Nobody looked at those before `few`.
  const isExact = shift == 0 || (few == first && num(ColumnSlot.isExact) == 1);
  put(ColumnSlot.isExact, isExact ? 1 : 0);
  if (few == first && !isExact) sortRest<V>(first);
  else enter(ColumnPhase.cut);
  return budget;
}

/**
 * Cuts run after run. One that neither fills its bin nor is needed because no more values than bins are left is taken as a
 * whole, in any order: so of a million values only some are ever sorted to their last bit.
 */
export function cut<V>(budget: u32): u32 {
  const present = int(ColumnSlot.present);
  const first = int(ColumnSlot.at);
  let from = first;
  while (from < present && from - first < budget) {
    const binsAfter = int(ColumnSlot.maxBins) - int(ColumnSlot.cutCount) - 1;
    // The last bin takes all that are left.
    const start = binsAfter == 0 ? present : skipRuns<V>(from);
    from = start == from ? cutNext<V>(from, binsAfter) : start;
    put(ColumnSlot.at, from);
    if (int(ColumnSlot.phase) != ColumnPhase.cut) return 1;
  }
  if (from == present) enter(ColumnPhase.place);
  return max(1, from - first);
}

/** The first of the runs up to `few` that does not fit into the bin. */
function skipRuns<V>(from: u32): u32 {
  const few = int(ColumnSlot.few);
  if (from >= few || int(ColumnSlot.isWeighted) != 0) return from;
  const inBin = num(ColumnSlot.inBin);
  const share = num(ColumnSlot.share);
  let room = <u32>max<f64>(0, share - inBin);
  if (room > 0 && inBin + <f64>room > share) room--;
  let start = min(few, from + room);
  if (start < few) {
    const shift = <u64>num(ColumnSlot.runShift);
    const run = keyOf<V>(load<V>(sortedAt<V>(start))) >>> shift;
    while (start > from && keyOf<V>(load<V>(sortedAt<V>(start - 1))) >>> shift == run) start--;
  }
  put(ColumnSlot.inBin, inBin + <f64>(start - from));
  return start;
}

/** Takes the run that begins at `from`, and returns where the next one does; or begins to sort what must be sorted before. */
function cutNext<V>(from: u32, binsAfter: u32): u32 {
  const isFirstOfFew = from >= int(ColumnSlot.few);
  const isFew = isFirstOfFew && int(ColumnSlot.runs) <= binsAfter;
  const isExact = num(ColumnSlot.isExact) == 1;
  if (isFew && !isExact) {
    sortRest<V>(from);
    return from;
  }
  const to = endOfRun<V>(from);
  const weight = weightOfSorted(from, to);
  if (isFew || num(ColumnSlot.inBin) + weight > num(ColumnSlot.share)) {
    if (!isExact && num(ColumnSlot.isSorted) == 0 && !isConstant<V>(from, to)) {
      // To cut within it.
      put(ColumnSlot.isSorted, 1);
      sortRange<V>(from, to, <u64>num(ColumnSlot.runShift), ColumnPhase.cut);
      return from;
    }
    cutRun<V>(from, to, isFew);
  } else put(ColumnSlot.inBin, num(ColumnSlot.inBin) + weight);
  put(ColumnSlot.isSorted, 0);
  if (isFirstOfFew) put(ColumnSlot.runs, num(ColumnSlot.runs) - 1);
  return to;
}

/** Sorts all that are left to the last bit, so that runs are values, and counts them. */
function sortRest<V>(from: u32): void {
  put(ColumnSlot.runShift, 0);
  put(ColumnSlot.few, num(ColumnSlot.present));
  put(ColumnSlot.runs, 0);
  sortRange<V>(from, int(ColumnSlot.present), sizeof<V>() << 3, ColumnPhase.run);
}

function sortRange<V>(from: u32, to: u32, bits: u64, after: ColumnPhase): void {
  if (to - from <= FEW) {
    const rows = int(ColumnSlot.isWeighted) == 0 ? 0 : at(ColumnSlot.sortedRows);
    insertValues<V>(at(ColumnSlot.sorted), rows, from, to);
    return enter(after);
  }
  put(ColumnSlot.start, from);
  put(ColumnSlot.end, to);
  beginSort(ColumnSource.sorted, 0, bits, after);
}

/** Looks at a run value by value. `isFew`: it has one, and no more are left than bins. */
function cutRun<V>(from: u32, to: u32, isFew: bool): void {
  const maxBins = int(ColumnSlot.maxBins);
  let inBin = num(ColumnSlot.inBin);
  let share = num(ColumnSlot.share);
  for (let i = from, next: u32 = 0; i < to; i = next) {
    const value = load<V>(sortedAt<V>(i));
    next = i + 1;
    while (next < to && load<V>(sortedAt<V>(next)) == value) next++;
    const weight = weightOfSorted(i, next);
    const cutCount = int(ColumnSlot.cutCount);
    const binsAfter = maxBins - cutCount - 1;
    if (i > 0 && binsAfter > 0 && (isFew || inBin + weight / 2 > share)) {
      saveCut<V>(cutCount, i > from ? load<V>(sortedAt<V>(i - 1)) : mostBefore<V>(i), value);
      put(ColumnSlot.left, num(ColumnSlot.left) - inBin);
      share = num(ColumnSlot.left) / <f64>binsAfter;
      inBin = 0;
    }
    inBin += weight;
  }
  put(ColumnSlot.inBin, inBin);
  put(ColumnSlot.share, share);
}

/** As core's `midpoint`. */
function saveCut<V>(index: u32, below: V, above: V): void {
  const middle = <f64>below / 2 + <f64>above / 2;
  const cut = middle >= <f64>below && middle < <f64>above ? middle : <f64>below;
  store<f64>(at(ColumnSlot.cuts) + (<usize>index << 3), cut);
  store<V>(at(ColumnSlot.edges) + <usize>index * sizeof<V>(), below);
  put(ColumnSlot.cutCount, index + 1);
}

/** The largest value of the run before, which nobody may have sorted. */
function mostBefore<V>(from: u32): V {
  const shift = <u64>num(ColumnSlot.runShift);
  let most = load<V>(sortedAt<V>(from - 1));
  const run = keyOf<V>(most) >>> shift;
  for (let i = from - 1; i > 0; i--) {
    const value = load<V>(sortedAt<V>(i - 1));
    if (keyOf<V>(value) >>> shift != run) break;
    most = max<V>(most, value);
  }
  return most;
}

function endOfRun<V>(from: u32): u32 {
  const present = int(ColumnSlot.present);
  const shift = <u64>num(ColumnSlot.runShift);
  const run = keyOf<V>(load<V>(sortedAt<V>(from))) >>> shift;
  let to = from + 1;
  while (to < present && keyOf<V>(load<V>(sortedAt<V>(to))) >>> shift == run) to++;
  return to;
}

function isConstant<V>(from: u32, to: u32): bool {
  const first = load<V>(sortedAt<V>(from));
  for (let i = from + 1; i < to; i++) if (load<V>(sortedAt<V>(i)) != first) return false;
  return true;
}

/** Sums on a grid are exact, in any order. */
function weightOfSorted(from: u32, to: u32): f64 {
  const weights = at(ColumnSlot.weights);
  if (int(ColumnSlot.isWeighted) == 0) return <f64>(to - from);
  const rows = at(ColumnSlot.sortedRows);
  let sum: f64 = 0;
  for (let i = from; i < to; i++) sum += load<f64>(weights + (<usize>load<u32>(rows + (<usize>i << 2)) << 3));
  return sum;
}

@inline
function sortedAt<V>(index: u32): usize {
  return at(ColumnSlot.sorted) + <usize>index * sizeof<V>();
}
