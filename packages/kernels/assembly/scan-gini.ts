import { SCAN_SLICE } from "./generated/scan-layout";
import {
  bestOf, countOf, cursorOf, gainOf, leftOf, minChildWeightOf, minRowsLeafOf, missingOf, numberAt, orderOf,
  parentOf, presentOf, readAhead, rowAt, saveCursor, saveCut, signalOf, valuesOf, weightsOf, widthOf,
} from "./scan-job";

@inline
function saveWeight(record: usize, code: usize, weight: f64): void {
  store<f64>(record + (code << 3), weight);
}

/** Weight of class `code` that goes left, with or without the missing rows. */
@inline
function classLeft(job: usize, width: u32, code: u32, missingLeft: bool): f64 {
  const left = numberAt(leftOf(job, width), code);
  return missingLeft ? left + numberAt(missingOf(job, width), code) : left;
}

/**
 * Looks at the cut with weight `L` on its left, keeps it if it beats `best`, and returns the better gain of the two.
 */
@inline
function considerCut(job: usize, width: u32, best: f64, rows: u32, missingLeft: bool, L: f64): f64 {
  const classes = width - 1;
  const parent = parentOf(job);
  const R = numberAt(parent, classes) - L;
  const least = minChildWeightOf(job);
  const scale = L * R * (L + R);
  if (!(L >= least && R >= least && scale > 0)) return best;
  let s: f64 = 0;
  for (let code: u32 = 0; code < classes; code++) {
    const left = classLeft(job, width, code, missingLeft);
    const d = left * R - (numberAt(parent, code) - left) * L;
    s += d * d;
  }
  const gain = s / scale;
  if (!(gain > best)) return best;
  saveCut(job, gain, rows, missingLeft);
  const record = bestOf(job, width);
  for (let code: u32 = 0; code < classes; code++) {
    saveWeight(record, code, classLeft(job, width, code, missingLeft));
  }
  saveWeight(record, classes, L);
  return gain;
}

@inline
function addWeight(record: usize, code: usize, weight: f64): void {
  saveWeight(record, code, numberAt(record, code) + weight);
}

/** Adds the next missing rows to their record; they are known before the first cut. */
@inline
function addMissing(job: usize, width: u32, from: u32, to: u32): void {
  const order = orderOf(job);
  const codes = signalOf(job);
  const weights = weightsOf(job);
  const record = missingOf(job, width);
  let M = numberAt(record, width - 1);
  for (let at = from; at < to; at++) {
    const row = rowAt(order, at);
    const weight = numberAt(weights, row);
    addWeight(record, load<u32>(codes + (row << 2)), weight);
    M += weight;
  }
  saveWeight(record, width - 1, M);
}

/**
 * Moves the cut over the present rows from `from` up to `to`, and after the last one looks at missing against present.
 */
@inline
function moveCut(job: usize, width: u32, present: u32, missing: u32, from: u32, to: u32): void {
  const order = orderOf(job);
  const values = valuesOf(job);
  const codes = signalOf(job);
  const weights = weightsOf(job);
  const minRows = minRowsLeafOf(job);
  const count = present + missing;
  const M = numberAt(missingOf(job, width), width - 1);

  const leftRecord = leftOf(job, width);
  let L = numberAt(leftRecord, width - 1);
  let best = gainOf(job);
  let previous = numberAt(values, rowAt(order, max<u32>(from, 1) - 1));
  let ahead = from;
  for (let at = from; at < to; at++) {
    if (at == ahead) ahead = readAhead(job, at, to, 2);
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
  saveWeight(leftRecord, width - 1, L);

  if (to == present && missing >= minRows && present >= minRows) considerCut(job, width, best, present, false, L);
}

/**
 * Handles one slice of the job and returns how many rows are left to do. All sums are exact: the weights lie on a
 * power-of-two grid. `src/scan-gini.ts` is the same loop, equal to the bit.
 */
export function scanGini(job: usize): u32 {
  const width = widthOf(job);
  const count = countOf(job);
  const present = presentOf(job);
  const missing = count - present;
  const cursor = cursorOf(job);
  const end = count - cursor > SCAN_SLICE ? cursor + SCAN_SLICE : count;
  saveCursor(job, end);
  if (cursor < missing) addMissing(job, width, present + cursor, present + min(end, missing));
  if (end > missing) moveCut(job, width, present, missing, max(cursor, missing) - missing, end - missing);
  return count - end;
}
