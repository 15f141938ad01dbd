// The sums of a node's rows, bin by bin, of all features at once. A histogram is [gradients, hessians] (two f64) per bin,
// 256 bins per feature, feature after feature. Gradients and hessians lie on a power-of-two grid, so every sum is exact:
// it does not matter in which order, or on which thread, rows are added, or whether a node is summed or is what its
// parent has left when its sibling is taken away. `src/histogram.ts` is the same, to the bit.

/** Bytes from one feature to the next: so bins of four neighbouring features are four constants apart. */
const FEATURE_BYTES: usize = 4096;

/** Rows that are touched at once. */
const BLOCK: u32 = 16;

/** Keeps the reads that warm the cache; nobody reads it. */
let touched: u32 = 0;

/**
 * Adds `count` rows. `bins` has a byte per row and feature, row after row, `stride` bytes each, a multiple of 4; `pairs`
 * has gradient and hessian side by side, by row.
 *
 * A row of a deep node is rarely in the cache, and WebAssembly can not ask for it ahead. So the next 16 rows are touched
 * first: nothing depends on what is read, and the processor waits for all of them at once. Four bins are loaded as one
 * word, and a bin is one address: its feature is a constant offset of the store.
 */
export function sumBins(histogram: usize, rows: usize, count: u32, bins: usize, stride: usize, pairs: usize): void {
  const end = rows + (<usize>count << 2);
  for (let block = rows; block < end; block += BLOCK << 2) {
    const blockEnd = min(end, block + (BLOCK << 2));
    let warm: u32 = 0;
    for (let at = block; at < blockEnd; at += 4) {
      const row = <usize>load<u32>(at);
      warm ^= load<u8>(bins + row * stride) ^ load<u8>(pairs + (row << 4));
    }
    touched ^= warm;
    for (let at = block; at < blockEnd; at += 4) {
      const row = <usize>load<u32>(at);
      addRow(histogram, bins + row * stride, bins + (row + 1) * stride, v128.load(pairs + (row << 4)));
    }
  }
}

@inline
function addRow(histogram: usize, first: usize, end: usize, pair: v128): void {
  let feature = histogram;
  for (let at = first; at < end; at += 4) {
    const four = load<u32>(at);
    const a = feature + ((four & 255) << 4);
    const b = feature + ((four >>> 4) & 0xff0);
    const c = feature + ((four >>> 12) & 0xff0);
    const d = feature + ((four >>> 20) & 0xff0);
    v128.store(a, f64x2.add(v128.load(a), pair));
    v128.store(b, f64x2.add(v128.load(b, FEATURE_BYTES), pair), FEATURE_BYTES);
    v128.store(c, f64x2.add(v128.load(c, 2 * FEATURE_BYTES), pair), 2 * FEATURE_BYTES);
    v128.store(d, f64x2.add(v128.load(d, 3 * FEATURE_BYTES), pair), 3 * FEATURE_BYTES);
    feature += 4 * FEATURE_BYTES;
  }
}

/** Takes the sums of one child away from those of the parent, which become those of the other. */
export function subtractBins(parent: usize, child: usize, featureCount: u32): void {
  const end = parent + <usize>featureCount * FEATURE_BYTES;
  for (let at = parent, from = child; at < end; at += 16, from += 16) {
    v128.store(at, f64x2.sub(v128.load(at), v128.load(from)));
  }
}

/** Counts the rows instead: u32 by feature and bin. Only for limits on rows, since hessians do not count them. */
export function countBins(counts: usize, rows: usize, count: u32, bins: usize, stride: usize): void {
  const end = rows + (<usize>count << 2);
  for (let at = rows; at < end; at += 4) {
    const first = bins + <usize>load<u32>(at) * stride;
    let feature = counts;
    for (let bin = first; bin < first + stride; bin++) {
      const place = feature + (<usize>load<u8>(bin) << 2);
      store<u32>(place, load<u32>(place) + 1);
      feature += FEATURE_BYTES >> 2;
    }
  }
}

export function subtractCounts(parent: usize, child: usize, featureCount: u32): void {
  const end = parent + <usize>featureCount * (FEATURE_BYTES >> 2);
  for (let at = parent, from = child; at < end; at += 4, from += 4) store<u32>(at, load<u32>(at) - load<u32>(from));
}
