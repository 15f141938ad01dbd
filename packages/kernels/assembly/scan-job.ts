// One job of a scan, as `src/scan-slots.ts` lays it out: float64 slots, then four statistics records. Offsets are in
// bytes from the start of the memory. Whoever has the memory can run a job, and any two jobs are independent.

// Given.
const ORDER: usize = 0; // offset of the job's first row in the sorted order (u32), missing values last
const COUNT: usize = 8; // rows
const VALUES: usize = 16; // offset of the column (f64 by row, NaN is missing)
const SIGNAL: usize = 24; // offset of the gradients (f64 by row) or the codes of the classes (i32 by row)
const WEIGHTS: usize = 32; // offset of the hessians or weights (f64 by row)
const WIDTH: usize = 40; // numbers in a statistics record
const MIN_ROWS_LEAF: usize = 48;
const MIN_CHILD_WEIGHT: usize = 56; // the least that the last number of either child's record may be

// Kept between slices.
const CURSOR: usize = 64; // rows done: the missing ones first, then the others in their order
const PRESENT: usize = 72; // rows with a value

// Found.
const GAIN: usize = 80;
const ROWS: usize = 88;
const MISSING_LEFT: usize = 96;

// Written so that the compiler keeps the reads of `readAhead`; nobody reads it.
const TOUCHED: usize = 104;

const RECORDS: usize = 112;

/** The most rows that one call handles. */
export const SLICE: u32 = 32_768;

/** A job's fields by its offset; then its records in their order: parent, left of the cursor, missing, best. */
@inline export function orderOf(job: usize): usize { return <usize><i64>load<f64>(job, ORDER); }
@inline export function countOf(job: usize): u32 { return <u32><i64>load<f64>(job, COUNT); }
@inline export function valuesOf(job: usize): usize { return <usize><i64>load<f64>(job, VALUES); }
@inline export function signalOf(job: usize): usize { return <usize><i64>load<f64>(job, SIGNAL); }
@inline export function weightsOf(job: usize): usize { return <usize><i64>load<f64>(job, WEIGHTS); }
@inline export function minRowsLeafOf(job: usize): u32 { return <u32><i64>load<f64>(job, MIN_ROWS_LEAF); }
@inline export function minChildWeightOf(job: usize): f64 { return load<f64>(job, MIN_CHILD_WEIGHT); }
@inline export function widthOf(job: usize): u32 { return <u32><i64>load<f64>(job, WIDTH); }
@inline export function cursorOf(job: usize): u32 { return <u32><i64>load<f64>(job, CURSOR); }
@inline export function gainOf(job: usize): f64 { return load<f64>(job, GAIN); }
@inline export function parentOf(job: usize): usize { return job + RECORDS; }
@inline export function leftOf(job: usize, width: u32): usize { return job + RECORDS + 8 * (<usize>width); }
@inline export function missingOf(job: usize, width: u32): usize { return job + RECORDS + 16 * (<usize>width); }
@inline export function bestOf(job: usize, width: u32): usize { return job + RECORDS + 24 * (<usize>width); }

@inline export function rowAt(order: usize, index: usize): usize { return <usize>load<u32>(order + (index << 2)); }
@inline export function numberAt(numbers: usize, index: usize): f64 { return load<f64>(numbers + (index << 3)); }

@inline export function saveCursor(job: usize, cursor: u32): void { store<f64>(job, <f64>cursor, CURSOR); }

@inline export function saveCut(job: usize, gain: f64, rows: u32, missingLeft: bool): void {
  store<f64>(job, gain, GAIN);
  store<f64>(job, <f64>rows, ROWS);
  store<f64>(job, missingLeft ? 1 : 0, MISSING_LEFT);
}

/** Rows that `readAhead` handles at once. */
const BLOCK: u32 = 64;

/**
 * Reads what the next rows need, so that the cache has it when they are looked at; returns where the block ends. Here
 * nothing depends on what was read, and the processor waits for many lines at once: a million rows in random order take
 * a third to a fifth of the time. WebAssembly has no instruction for it. `signalShift` is 3 for a signal of eight bytes
 * a row, 2 for four.
 */
export function readAhead(job: usize, from: u32, to: u32, signalShift: usize): u32 {
  const order = orderOf(job);
  const values = valuesOf(job);
  const signal = signalOf(job);
  const weights = weightsOf(job);
  const end = min(from + BLOCK, to);
  let touched: u32 = 0;
  for (let at = from; at < end; at++) {
    const row = rowAt(order, at);
    touched ^= load<u32>(values + (row << 3)) ^ load<u32>(weights + (row << 3));
    touched ^= load<u32>(signal + (row << signalShift));
  }
  store<u32>(job, touched, TOUCHED);
  return end;
}

/** How many rows have a value, found once per job by halving: the missing ones stand last. */
export function presentOf(job: usize): u32 {
  if (cursorOf(job) > 0) return <u32><i64>load<f64>(job, PRESENT);
  const order = orderOf(job);
  const values = valuesOf(job);
  let low: u32 = 0;
  let high = countOf(job);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isNaN(numberAt(values, rowAt(order, middle)))) high = middle;
    else low = middle + 1;
  }
  store<f64>(job, <f64>low, PRESENT);
  return low;
}
