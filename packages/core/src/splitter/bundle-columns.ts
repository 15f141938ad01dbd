import type { BundleShape, Pacer } from "@cambium/kernels";
import type { BinnedColumn } from "../dataset/bin-column.ts";

/** Columns of few bins as one, and by row the code of the combination of their bins. */
export interface ColumnBundle extends BundleShape {
  readonly codes: Uint8Array;
}

/** Bins of a column that is worth a try, missing values not counted. */
const FEW_BINS = 32;

/** Codes are bytes. */
const MOST_CODES = 256;

/** Bundles that a column is tried in, the newest first: columns that exclude each other stand together in a table. */
const MOST_TRIES = 4;

/**
 * Puts columns together as long as a byte tells all combinations of their bins that occur: eight of 0 and 1, or two hundred of which
 * one is 1 at a time. A row is shorter then, and added to fewer sums; cuts are the same ones.
 */
export async function bundleColumns(binned: readonly BinnedColumn[], pacer: Pacer): Promise<ColumnBundle[]> {
  if (binned.some(({ bins }) => bins instanceof Uint16Array)) return [];
  const few = [...binned.keys()].filter((feature) => binned[feature].binCount <= FEW_BINS);
  const bundles: GrowingBundle[] = [];
  for (const feature of few.length > 1 ? few : []) {
    if (pacer.due()) await pacer.pause();
    const hasRoom = bundles.slice(0, MOST_TRIES).some((bundle) => bundle.add(feature, binned[feature]));
    if (hasRoom) continue;
    const bundle = new GrowingBundle(binned[feature].bins.length);
    bundle.add(feature, binned[feature]);
    bundles.unshift(bundle);
  }
  return bundles.filter(({ features }) => features.length > 1).map((bundle) => bundle.finish());
}

class GrowingBundle {
  readonly features: number[] = [];
  readonly codes: Uint8Array;
  /** By feature, the bin that each code stands for. */
  readonly #bins: number[][] = [];
  #codeCount = 1;

  constructor(rowCount: number) {
    this.codes = new Uint8Array(rowCount);
  }

  /** False where there would be too many combinations, and the bundle stays as it was. */
  add(feature: number, { bins, binCount }: BinnedColumn): boolean {
    const { codes } = this;
    const before = this.#codeCount;
    // Rows of the usual bin keep their codes: most columns of 0 and 1 are mostly 0.
    const usual = usualBin(bins);
    const rows = rowsBut(usual, bins);
    const made: { readonly from: number; readonly bin: number }[] = [];
    const codeOf = new Int16Array(before * (binCount + 1)).fill(-1);
    for (let i = 0; i < rows.length; i++) {
      const from = codes[rows[i]];
      const bin = bins[rows[i]];
      let code = codeOf[from * (binCount + 1) + bin];
      if (code < 0) {
        code = before + made.length;
        if (code === MOST_CODES) {
          for (let done = 0; done < i; done++) codes[rows[done]] = made[codes[rows[done]] - before].from;
          return false;
        }
        codeOf[from * (binCount + 1) + bin] = code;
        made.push({ from, bin });
      }
      codes[rows[i]] = code;
    }
    for (const old of this.#bins) for (const { from } of made) old.push(old[from]);
    this.#bins.push([...new Array<number>(before).fill(usual), ...made.map(({ bin }) => bin)]);
    this.features.push(feature);
    this.#codeCount += made.length;
    return true;
  }

  finish(): ColumnBundle {
    return { features: this.features, codes: this.codes, bins: this.#bins.map((bins) => Uint8Array.from(bins)) };
  }
}

/** That of most of a few rows from all over the column: which one it is only matters for speed. */
function usualBin(bins: BinnedColumn["bins"]): number {
  const counts = new Uint8Array(MOST_CODES);
  const step = Math.max(1, Math.floor(bins.length / 64));
  for (let row = 0; row < bins.length; row += step) counts[bins[row]]++;
  return counts.indexOf(Math.max(...counts));
}

/** The rows of all other bins; four are passed over at a time. */
function rowsBut(usual: number, bins: BinnedColumn["bins"]): Uint32Array {
  const { buffer, byteOffset } = bins.byteOffset % 4 === 0 ? bins : bins.slice();
  const fours = new Uint32Array(buffer, byteOffset, bins.length >>> 2);
  const fourUsual = usual * 0x01_01_01_01;
  const rows = new Uint32Array(bins.length);
  let count = 0;
  for (let row = 0; row < bins.length; row++) {
    if ((row & 3) === 0 && fours[row >>> 2] === fourUsual) row += 3;
    else if (bins[row] !== usual) rows[count++] = row;
  }
  return rows.subarray(0, count);
}
