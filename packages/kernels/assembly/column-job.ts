// A column that is cut into bins, as `src/column-slots.ts` lays it out: float64 slots, all offsets in bytes from the start of
// the memory. Whoever has the memory can do it: a call does a share of the work and leaves all state in the slots.

export const enum ColumnSlot {
  // Given.
  values, // by row, of `bytes` bytes each: f32 or f64; NaN is missing, and there is no -0
  bytes,
  rowCount,
  isWeighted, // 0 where each row weighs 1
  weights, // f64 by row, on a grid
  maxBins,
  sorted, // room for all values
  scratch, // the same
  sortedRows, // u32: room for the rows of those; none without weights
  scratchRows,
  counts, // u32: room for the counts of a digit
  edges, // room for 3 × `maxBins` values: the largest of each bin but the last, then infinity
  places, // u16: room for 2^placeBits + 1 numbers of bins
  placeBits, // beginnings of a value that bins are looked up by; up to 16
  // Kept between calls.
  phase,
  cursor, // rows that the phase has done
  present, // rows that have a value
  least,
  most,
  total, // of the weights of present rows
  runShift, // bits beneath those that the values were sorted by at first
  placeShift,
  source, // one of Source: where those are that are to be sorted
  start, // of those
  end,
  shift, // of their next digit
  lastShift,
  isMoving,
  after, // the phase that follows
  at, // values that were cut
  few, // runs were counted from here to the end
  runs, // those, without what was cut
  isExact, // the values of a run are equal
  isSorted, // those of this one are in their order
  inBin,
  left,
  share,
  reach, // bins among which one is found by halving, a power of two; 0: there is one
  // Found.
  cuts, // f64: room for `maxBins` numbers
  cutCount,
  bins, // by row: one byte each where `maxBins` is below 256, else two
}

export const enum Phase { look, sort, run, cut, place, bin, done }

/** Where values are. */
export const enum Source { values, scratch, sorted }

let job: usize = 0;

@inline export function useColumn(at: usize): void { job = at; }
@inline function placeOf(slot: ColumnSlot): usize { return job + (<usize>slot << 3); }
@inline export function num(slot: ColumnSlot): f64 { return load<f64>(placeOf(slot)); }
@inline export function int(slot: ColumnSlot): u32 { return <u32><i64>load<f64>(placeOf(slot)); }
@inline export function at(slot: ColumnSlot): usize { return <usize><i64>load<f64>(placeOf(slot)); }
@inline export function put(slot: ColumnSlot, value: f64): void { store<f64>(placeOf(slot), value); }

@inline export function enter(phase: Phase): void {
  put(ColumnSlot.phase, phase);
  put(ColumnSlot.cursor, 0);
}
