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
  return bundles.filter(({ features }) => features.length > 1);
}

class GrowingBundle implements ColumnBundle {
  readonly features: number[] = [];
  bins: Uint8Array[] = [];
  codes: Uint8Array;
  #next: Uint8Array;
  #codeCount = 1;

  constructor(rowCount: number) {
    this.codes = new Uint8Array(rowCount);
    this.#next = new Uint8Array(rowCount);
  }

  /** False where there would be too many combinations, and the bundle stays as it was. */
  add(feature: number, { bins, binCount }: BinnedColumn): boolean {
    const { codes } = this;
    const next = this.#next;
    const width = binCount + 1;
    const codeOf = new Int16Array(this.#codeCount * width).fill(-1);
    const combinations: number[] = [];
    for (let row = 0; row < codes.length; row++) {
      const combination = codes[row] * width + bins[row];
      let code = codeOf[combination];
      if (code < 0) {
        if (combinations.length === MOST_CODES) return false;
        code = combinations.length;
        codeOf[combination] = code;
        combinations.push(combination);
      }
      next[row] = code;
    }
    this.features.push(feature);
    this.bins = this.bins.map((old) => Uint8Array.from(combinations, (one) => old[Math.floor(one / width)]));
    this.bins.push(Uint8Array.from(combinations, (one) => one % width));
    this.#codeCount = combinations.length;
    this.#next = codes;
    this.codes = next;
    return true;
  }
}
