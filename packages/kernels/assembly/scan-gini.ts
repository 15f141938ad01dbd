import {
  SLICE, bestOf, countOf, cursorOf, gainOf, leftOf, minRowsLeafOf, missingOf, numberAt, orderOf, parentOf, presentOf, rowAt,
  saveCursor, saveCut, signalOf, valuesOf, weightsOf, widthOf,
} from "./scan-job";

/** Weight of class `code` that goes left, with or without the missing rows. */
@inline
function classLeft(job: usize, width: u32, code: u32, missingLeft: bool): f64 {
  const left = numberAt(leftOf(job, width), code);
  return missingLeft ? left + numberAt(missingOf(job, width), code) : left;
}

/** Looks at the cut with weight `L` on its left, and keeps it if it beats `best`. Returns the better gain of the two. */
function considerCut(job: usize, width: u32, best: f64, rows: u32, missingLeft: bool, L: f64): f64 {
  const classes = width - 1;
  const parent = parentOf(job);
  const R = numberAt(parent, classes) - L;
  if (!(L > 0 && R > 0)) return best;
  let s: f64 = 0;
  for (let code: u32 = 0; code < classes; code++) {
    const left = classLeft(job, width, code, missingLeft);
    const d = left * R - (numberAt(parent, code) - left) * L;
    s += d * d;
  }
  const gain = s / (L * R * (L + R));
  if (!(gain > best)) return best;
  saveCut(job, gain, rows, missingLeft);
  const record = bestOf(job, width);
  for (let code: u32 = 0; code < classes; code++) {
    store<f64>(record + ((<usize>code) << 3), classLeft(job, width, code, missingLeft));
  }
  store<f64>(record + ((<usize>classes) << 3), L);
  return gain;
}

@inline
function addWeight(record: usize, code: usize, weight: f64): void {
  const slot = record + (code << 3);
  store<f64>(slot, load<f64>(slot) + weight);
}

/**
 * Handles one slice of the job and returns how many rows are left to do. All sums are exact: the weights lie on a
 * power-of-two grid. `src/scan-gini.ts` is the same loop, equal to the bit.
 */
export function scanGini(job: usize): u32 {
  const width = widthOf(job);
  const classes = width - 1;
  const count = countOf(job);
  const present = presentOf(job);
  const missing = count - present;
  const order = orderOf(job);
  const values = valuesOf(job);
  const codes = signalOf(job);
  const weights = weightsOf(job);
  const minRows = minRowsLeafOf(job);

  let cursor = cursorOf(job);
  const end = count - cursor > SLICE ? cursor + SLICE : count;

  const missingRecord = missingOf(job, width);
  let M = numberAt(missingRecord, classes);
  for (const stop = min(end, missing); cursor < stop; cursor++) {
    const row = rowAt(order, present + cursor);
    const weight = numberAt(weights, row);
    addWeight(missingRecord, load<u32>(codes + (row << 2)), weight);
    M += weight;
  }
  store<f64>(missingRecord + ((<usize>classes) << 3), M);
  saveCursor(job, end);
  if (cursor < missing || present == 0) return count - end;

  const leftRecord = leftOf(job, width);
  let L = numberAt(leftRecord, classes);
  let best = gainOf(job);
  let at = cursor - missing;
  let previous = numberAt(values, rowAt(order, at == 0 ? 0 : at - 1));
  for (const stop = end - missing; at < stop; at++) {
    const row = rowAt(order, at);
    const value = numberAt(values, row);
    if (value != previous) {
      previous = value;
      if (missing > 0 && at + missing >= minRows && present - at >= minRows) {
        best = considerCut(job, width, best, at, true, L + M);
      }
      if (at >= minRows && count - at >= minRows) best = considerCut(job, width, best, at, false, L);
    }
    const weight = numberAt(weights, row);
    addWeight(leftRecord, load<u32>(codes + (row << 2)), weight);
    L += weight;
  }
  store<f64>(leftRecord + ((<usize>classes) << 3), L);

  if (end == count && missing >= minRows && present >= minRows) considerCut(job, width, best, present, false, L);
  return count - end;
}
