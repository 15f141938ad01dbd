import { SCAN_SLICE } from "./generated/scan-layout";
import {
  bestOf, countOf, cursorOf, gainOf, leftOf, minChildWeightOf, minRowsLeafOf, missingOf, numberAt, orderOf,
  parentOf, presentOf, readAhead, rowAt, saveCursor, saveCut, signalOf, valuesOf, weightsOf,
} from "./scan-job";

const WIDTH: u32 = 2; // [sum of gradients, sum of hessians]

/**
 * Looks at the cut with these sums on its left, keeps it if it beats `best`, and returns the better gain of the two.
 * The gain is a square over a product, not a difference of squares.
 */
@inline
function considerCut(
  job: usize,
  best: f64,
  rows: u32,
  missingLeft: bool,
  gl: f64,
  hl: f64,
  G: f64,
  H: f64,
  l2: f64,
  nodeTerm: f64,
): f64 {
  const gr = G - gl;
  const hr = H - hl;
  const a = hl + l2;
  const b = hr + l2;
  const least = minChildWeightOf(job);
  const scale = a * b * (a + b);
  if (!(hl >= least && hr >= least && a > 0 && b > 0 && scale > 0)) return best;
  const d = gl * b - gr * a;
  const gain = (d * d) / scale - nodeTerm;
  if (!(gain > best)) return best;
  saveCut(job, gain, rows, missingLeft);
  const record = bestOf(job, WIDTH);
  store<f64>(record, gl);
  store<f64>(record, hl, 8);
  return gain;
}

/** Adds the next missing rows to their record; they are known before the first cut. */
@inline
function addMissing(job: usize, from: u32, to: u32): void {
  const order = orderOf(job);
  const gradients = signalOf(job);
  const hessians = weightsOf(job);
  const record = missingOf(job, WIDTH);
  let gm = load<f64>(record);
  let hm = load<f64>(record, 8);
  for (let at = from; at < to; at++) {
    const row = rowAt(order, at);
    gm += numberAt(gradients, row);
    hm += numberAt(hessians, row);
  }
  store<f64>(record, gm);
  store<f64>(record, hm, 8);
}

/**
 * Moves the cut over the present rows from `from` up to `to`, and after the last one looks at missing against present.
 */
@inline
function moveCut(job: usize, l2: f64, present: u32, missing: u32, from: u32, to: u32): void {
  const order = orderOf(job);
  const values = valuesOf(job);
  const gradients = signalOf(job);
  const hessians = weightsOf(job);
  const minRows = minRowsLeafOf(job);
  const count = present + missing;
  const G = load<f64>(parentOf(job));
  const H = load<f64>(parentOf(job), 8);
  const gm = load<f64>(missingOf(job, WIDTH));
  const hm = load<f64>(missingOf(job, WIDTH), 8);
  const nodeTerm: f64 = l2 == 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));

  const leftRecord = leftOf(job, WIDTH);
  let gl = load<f64>(leftRecord);
  let hl = load<f64>(leftRecord, 8);
  let best = gainOf(job);
  let previous = numberAt(values, rowAt(order, max<u32>(from, 1) - 1));
  let ahead = from;
  for (let at = from; at < to; at++) {
    if (at == ahead) ahead = readAhead(job, at, to, 3);
    const row = rowAt(order, at);
    const value = numberAt(values, row);
    if (value != previous) {
      previous = value;
      if (missing > 0 && at + missing >= minRows && present - at >= minRows) {
        best = considerCut(job, best, at, true, gl + gm, hl + hm, G, H, l2, nodeTerm);
      }
      if (at >= minRows && count - at >= minRows) best = considerCut(job, best, at, false, gl, hl, G, H, l2, nodeTerm);
    }
    gl += numberAt(gradients, row);
    hl += numberAt(hessians, row);
  }
  store<f64>(leftRecord, gl);
  store<f64>(leftRecord, hl, 8);

  if (to == present && missing >= minRows && present >= minRows) {
    considerCut(job, best, present, false, gl, hl, G, H, l2, nodeTerm);
  }
}

/**
 * Handles one slice of the job and returns how many rows are left to do. All sums are exact: the gradients and hessians
 * lie on a power-of-two grid. `src/scan-newton.ts` is the same loop, equal to the bit.
 */
export function scanNewton(job: usize, l2: f64): u32 {
  const count = countOf(job);
  const present = presentOf(job);
  const missing = count - present;
  const cursor = cursorOf(job);
  const end = count - cursor > SCAN_SLICE ? cursor + SCAN_SLICE : count;
  saveCursor(job, end);
  if (cursor < missing) addMissing(job, present + cursor, present + min(end, missing));
  if (end > missing) moveCut(job, l2, present, missing, max(cursor, missing) - missing, end - missing);
  return count - end;
}
