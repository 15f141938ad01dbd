// Looks for the best cut of a node in its histogram, feature by feature. `src/scan-bins.ts` is the same, to the bit.

// Places in the job, float64 slots, as `src/bin-slots.ts` lays them out. Given:
const HISTOGRAM: usize = 0; // offset
const BIN_COUNTS: usize = 8; // offset of u32 by feature: bins of present values; the one after them is for missing ones
const FEATURE_COUNT: usize = 16;
const GRADIENTS: usize = 24; // sums of the node
const HESSIANS: usize = 32;
const L2: usize = 40;
const MIN_CHILD_WEIGHT: usize = 48;
const ROW_COUNTS: usize = 56; // offset of u32 by feature and bin, or 0: rows are not limited
const ROWS: usize = 64; // of the node
const MIN_ROWS_LEAF: usize = 72;
const NODE_TERM: usize = 80; // what l2 takes from the gain of every cut of the node
const FOUND: usize = 88; // offset

// Found, by feature:
const GAIN: usize = 0; // 0 for no cut
const BIN: usize = 8; // the last one on the left
const MISSING_LEFT: usize = 16;
const LEFT_GRADIENTS: usize = 24;
const LEFT_HESSIANS: usize = 32;
const MISSING_HESSIANS: usize = 40;
const FOUND_BYTES: usize = 48;

const FEATURE_BYTES: usize = 4096;

/** The best cut on each feature: the one that gains most, of equals the lowest, then the one with missing values on the left. */
export function scanBins(job: usize): void {
  const features = <u32>load<f64>(job, FEATURE_COUNT);
  const found = <usize>load<f64>(job, FOUND);
  for (let feature: u32 = 0; feature < features; feature++) scanFeature(job, feature, found + feature * FOUND_BYTES);
}

/** A bin without any weight is no place to cut: the cut before it parts the same weights. */
function scanFeature(job: usize, feature: usize, found: usize): void {
  const first = <usize>load<f64>(job, HISTOGRAM) + feature * FEATURE_BYTES;
  const binCount = load<u32>(<usize>load<f64>(job, BIN_COUNTS) + (feature << 2));
  const counts = <usize>load<f64>(job, ROW_COUNTS);
  const rowCounts = counts + (feature << 10);
  const missing = first + (<usize>binCount << 4);
  const gm = load<f64>(missing);
  const hm = load<f64>(missing, 8);
  const rowsMissing: u32 = counts == 0 ? 0 : load<u32>(rowCounts + (<usize>binCount << 2));
  let best: f64 = 0;
  let gl: f64 = 0;
  let hl: f64 = 0;
  let rows: u32 = 0;
  store<f64>(found, 0, GAIN);
  store<f64>(found, hm, MISSING_HESSIANS);
  for (let bin: u32 = 0; bin < binCount; bin++) {
    if (counts != 0) rows += load<u32>(rowCounts + (<usize>bin << 2));
    const at = first + (<usize>bin << 4);
    const h = load<f64>(at, 8);
    gl += load<f64>(at);
    hl += h;
    if (h == 0) continue;
    if (hm > 0) best = considerCut(job, found, best, bin, 1, gl + gm, hl + hm, rows + rowsMissing);
    best = considerCut(job, found, best, bin, 0, gl, hl, rows);
  }
}

/** Looks at the cut with these sums on its left, keeps it if it beats `best`, and returns the better gain of the two. */
@inline
function considerCut(
  job: usize,
  found: usize,
  best: f64,
  bin: u32,
  missingLeft: f64,
  gl: f64,
  hl: f64,
  leftRows: u32,
): f64 {
  if (load<f64>(job, ROW_COUNTS) != 0) {
    const minRows = load<f64>(job, MIN_ROWS_LEAF);
    const left = <f64>leftRows;
    if (!(left >= minRows && load<f64>(job, ROWS) - left >= minRows)) return best;
  }
  const l2 = load<f64>(job, L2);
  const least = load<f64>(job, MIN_CHILD_WEIGHT);
  const gr = load<f64>(job, GRADIENTS) - gl;
  const hr = load<f64>(job, HESSIANS) - hl;
  const a = hl + l2;
  const b = hr + l2;
  const scale = a * b * (a + b);
  if (!(hr > 0 && hl >= least && hr >= least && scale > 0)) return best;
  const d = gl * b - gr * a;
  const gain = (d * d) / scale - load<f64>(job, NODE_TERM);
  if (!(gain > best)) return best;
  store<f64>(found, gain, GAIN);
  store<f64>(found, <f64>bin, BIN);
  store<f64>(found, missingLeft, MISSING_LEFT);
  store<f64>(found, gl, LEFT_GRADIENTS);
  store<f64>(found, hl, LEFT_HESSIANS);
  return gain;
}
