// A column from its values to the bins of its rows.
import { ColumnPhase, ColumnSlot } from "../generated/column-layout";
import { at, enter, int, num, put, useColumn } from "./column-job";
import { countRuns, cut, cutInTwo } from "./cut-column";
import { look, sort } from "./sort-column";
import { keyOf } from "./sort-values";

/** Does a share of about `budget` rows of the work on the column at `job`, as far as it is not done. */
export function binColumn(job: usize, budget: u32): void {
  useColumn(job);
  const isNarrow = int(ColumnSlot.bytes) == 4;
  for (let left = <i32>budget; left > 0 && int(ColumnSlot.phase) != ColumnPhase.done; ) {
    left -= <i32>(isNarrow ? share<f32>(left) : share<f64>(left));
  }
}

function share<V>(budget: u32): u32 {
  switch (int(ColumnSlot.phase)) {
    case ColumnPhase.look: {
      const seen = look<V>(budget);
      if (int(ColumnSlot.phase) == ColumnPhase.sort) cutInTwo<V>();
      return seen;
    }
    case ColumnPhase.sort:
      return sort<V>(budget);
    case ColumnPhase.run:
      return countRuns<V>(budget);
    case ColumnPhase.cut:
      return cut<V>(budget);
    case ColumnPhase.place:
      return place<V>();
    default:
      return int(ColumnSlot.maxBins) < 256 ? bin<V, u8>(budget) : bin<V, u16>(budget);
  }
}

/** Writes down, for each beginning that a value can have, how many bins lie below it. */
function place<V>(): u32 {
  const cutCount = int(ColumnSlot.cutCount);
  const edges = at(ColumnSlot.edges);
  const places = at(ColumnSlot.places);
  const shift = <u64>num(ColumnSlot.placeShift);
  const count = placesOf();
  memory.fill(places, 0, (count + 1) << 1);
  let most: u32 = 0;
  for (let i: u32 = 0; i < cutCount; i++) {
    const place = places + (placeOf<V>(load<V>(edges + <usize>i * sizeof<V>()), shift, count - 1) << 1);
    const bins = load<u16>(place, 2) + 1;
    store<u16>(place, bins, 2);
    most = max<u32>(most, bins);
  }
  let sum: u16 = 0;
  for (let place = places; place <= places + (count << 1); place += 2) {
    sum += load<u16>(place);
    store<u16>(place, sum);
  }
  const reach: u32 = most == 0 ? 0 : 1 << (31 - clz(most));
  put(ColumnSlot.reach, reach);
  for (let i = cutCount; i <= cutCount + 2 * reach; i++) store<V>(edges + <usize>i * sizeof<V>(), <V>Infinity);
  enter(ColumnPhase.bin);
  return <u32>(count >>> 4) + 1;
}

/**
 * A value's beginning tells the bins that lie below it for sure. The others that the fullest beginning has are found by
 * halving, all values in as many steps, so that there is no branch to guess: mostly in one.
 */
function bin<V, B>(budget: u32): u32 {
  const from = int(ColumnSlot.cursor);
  const to = min(int(ColumnSlot.rowCount), from + budget);
  const edges = at(ColumnSlot.edges);
  const places = at(ColumnSlot.places);
  const shift = <u64>num(ColumnSlot.placeShift);
  const reach = int(ColumnSlot.reach);
  const missing = int(ColumnSlot.cutCount) + 1;
  const mask = placesOf() - 1;
  let bins = at(ColumnSlot.bins) + <usize>from * sizeof<B>();
  const end = at(ColumnSlot.values) + <usize>to * sizeof<V>();
  for (let place = at(ColumnSlot.values) + <usize>from * sizeof<V>(); place < end; place += sizeof<V>()) {
    const value = load<V>(place);
    let bin = <u32>load<u16>(places + (placeOf<V>(value, shift, mask) << 1));
    for (let step = reach; step > 1; step >>>= 1) {
      bin += step & -u32(value > load<V>(edges + <usize>(bin + step - 1) * sizeof<V>()));
    }
    bin += u32(value > load<V>(edges + <usize>bin * sizeof<V>()));
    store<B>(bins, <B>select(bin, missing, value == value));
    bins += sizeof<B>();
  }
  put(ColumnSlot.cursor, to);
  if (to == int(ColumnSlot.rowCount)) enter(ColumnPhase.done);
  return to - from;
}

@inline
function placeOf<V>(value: V, shift: u64, mask: usize): usize {
  return (<usize>(keyOf<V>(value) >>> shift)) & mask;
}

@inline
function placesOf(): usize {
  return <usize>1 << <usize>num(ColumnSlot.placeBits);
}
