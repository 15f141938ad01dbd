import { READ_AHEAD, ScanSlot, StatsRecord } from "./generated/scan-layout";

// Reads and writes a job of a scan. Any two jobs are independent.

/** The fields of a job by its offset. */
@inline export function orderOf(job: usize): usize { return <usize><i64>load<f64>(job, ScanSlot.order); }
@inline export function countOf(job: usize): u32 { return <u32><i64>load<f64>(job, ScanSlot.count); }
@inline export function valuesOf(job: usize): usize { return <usize><i64>load<f64>(job, ScanSlot.values); }
@inline export function signalOf(job: usize): usize { return <usize><i64>load<f64>(job, ScanSlot.signal); }
@inline export function weightsOf(job: usize): usize { return <usize><i64>load<f64>(job, ScanSlot.weights); }
@inline export function minRowsLeafOf(job: usize): u32 { return <u32><i64>load<f64>(job, ScanSlot.minRowsLeaf); }
@inline export function minChildWeightOf(job: usize): f64 { return load<f64>(job, ScanSlot.minChildWeight); }
@inline export function widthOf(job: usize): u32 { return <u32><i64>load<f64>(job, ScanSlot.width); }
@inline export function cursorOf(job: usize): u32 { return <u32><i64>load<f64>(job, ScanSlot.cursor); }
@inline export function gainOf(job: usize): f64 { return load<f64>(job, ScanSlot.gain); }
@inline function recordOf(job: usize, width: u32, record: StatsRecord): usize {
  return job + ScanSlot.size + 8 * <usize>record * <usize>width;
}
@inline export function parentOf(job: usize): usize { return job + ScanSlot.size; }
@inline export function leftOf(job: usize, width: u32): usize { return recordOf(job, width, StatsRecord.left); }
@inline export function missingOf(job: usize, width: u32): usize { return recordOf(job, width, StatsRecord.missing); }
@inline export function bestOf(job: usize, width: u32): usize { return recordOf(job, width, StatsRecord.best); }

@inline export function rowAt(order: usize, index: usize): usize { return <usize>load<u32>(order + (index << 2)); }
@inline export function numberAt(numbers: usize, index: usize): f64 { return load<f64>(numbers + (index << 3)); }

@inline export function saveCursor(job: usize, cursor: u32): void { store<f64>(job, <f64>cursor, ScanSlot.cursor); }

@inline export function saveCut(job: usize, gain: f64, rows: u32, missingLeft: bool): void {
  store<f64>(job, gain, ScanSlot.gain);
  store<f64>(job, <f64>rows, ScanSlot.rows);
  store<f64>(job, missingLeft ? 1 : 0, ScanSlot.missingLeft);
}

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
  const end = min(from + READ_AHEAD, to);
  let touched: u32 = 0;
  for (let at = from; at < end; at++) {
    const row = rowAt(order, at);
    touched ^= load<u32>(values + (row << 3)) ^ load<u32>(weights + (row << 3));
    touched ^= load<u32>(signal + (row << signalShift));
  }
  store<u32>(job, touched, ScanSlot.touched);
  return end;
}

/** How many rows have a value, found once per job by halving: the missing ones stand last. */
export function presentOf(job: usize): u32 {
  if (cursorOf(job) > 0) return <u32><i64>load<f64>(job, ScanSlot.present);
  const order = orderOf(job);
  const values = valuesOf(job);
  let low: u32 = 0;
  let high = countOf(job);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isNaN(numberAt(values, rowAt(order, middle)))) high = middle;
    else low = middle + 1;
  }
  store<f64>(job, <f64>low, ScanSlot.present);
  return low;
}
