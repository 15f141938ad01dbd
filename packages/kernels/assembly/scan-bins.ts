// Looks for the best cut of a node in its histogram. `src/scan-bins.ts` is the same, to the bit.

// Places in the job, float64 slots. Given:
const HISTOGRAM: usize = 0; // offset
const BIN_COUNTS: usize = 8; // offset of u32 by feature: bins of present values; the one after them is for missing ones
const FEATURE_COUNT: usize = 16;
const GRADIENTS: usize = 24; // sums of the node
const HESSIANS: usize = 32;
const L2: usize = 40;
const MIN_CHILD_WEIGHT: usize = 48;
const ROW_COUNTS: usize = 56; // offset of u32 by feature and bin, or 0: no limit of rows
const ROWS: usize = 64; // of the node
const MIN_ROWS_LEAF: usize = 72;

// Found by feature, six slots each:
const FOUND: usize = 80; // offset
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
  const histogram = <usize>load<f64>(job, HISTOGRAM);
  const binCounts = <usize>load<f64>(job, BIN_COUNTS);
  const rowCounts = <usize>load<f64>(job, ROW_COUNTS);
  const found = <usize>load<f64>(job, FOUND);
  for (let feature: u32 = 0; feature < features; feature++) {
    const place = <usize>feature;
    scanFeature(
      job,
      histogram + place * FEATURE_BYTES,
      load<u32>(binCounts + (place << 2)),
      rowCounts == 0 ? 0 : rowCounts + (place << 10),
      found + place * FOUND_BYTES,
    );
  }
}

function scanFeature(job: usize, first: usize, binCount: u32, rowCounts: usize, found: usize): void {
  const G = load<f64>(job, GRADIENTS);
  const H = load<f64>(job, HESSIANS);
  const l2 = load<f64>(job, L2);
  const least = load<f64>(job, MIN_CHILD_WEIGHT);
  const allRows = <i32>load<f64>(job, ROWS);
  const minRows = <i32>load<f64>(job, MIN_ROWS_LEAF);
  const nodeTerm: f64 = l2 == 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
  const missing = first + (<usize>binCount << 4);
  const gm = load<f64>(missing);
  const hm = load<f64>(missing, 8);
  const rowsMissing = rowCounts == 0 ? 0 : <i32>load<u32>(rowCounts + (<usize>binCount << 2));
  const hasMissing = hm > 0;
  let best: f64 = 0;
  let gl: f64 = 0;
  let hl: f64 = 0;
  let rows: i32 = 0;
  store<f64>(found, 0, GAIN);
  store<f64>(found, hm, MISSING_HESSIANS);
  for (let bin: u32 = 0; bin < binCount; bin++) {
    const at = first + (<usize>bin << 4);
    const h = load<f64>(at, 8);
    if (rowCounts != 0) rows += <i32>load<u32>(rowCounts + (<usize>bin << 2));
    gl += load<f64>(at);
    hl += h;
    if (h == 0) continue;
    for (let side: u32 = hasMissing ? 0 : 1; side < 2; side++) {
      const g = side == 0 ? gl + gm : gl;
      const l = side == 0 ? hl + hm : hl;
      const r = H - l;
      const leftRows = side == 0 ? rows + rowsMissing : rows;
      if (rowCounts != 0 && (leftRows < minRows || allRows - leftRows < minRows)) continue;
      const a = l + l2;
      const b = r + l2;
      const scale = a * b * (a + b);
      if (!(r > 0 && l >= least && r >= least && scale > 0)) continue;
      const d = g * b - (G - g) * a;
      const gain = (d * d) / scale - nodeTerm;
      if (!(gain > best)) continue;
      best = gain;
      store<f64>(found, gain, GAIN);
      store<f64>(found, <f64>bin, BIN);
      store<f64>(found, side == 0 ? 1 : 0, MISSING_LEFT);
      store<f64>(found, g, LEFT_GRADIENTS);
      store<f64>(found, l, LEFT_HESSIANS);
    }
  }
}
