import type { BundleShape, Pacer } from "@cambium/kernels";
import type { BinnedColumn } from "../../dataset/bin-column.ts";

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
  if (few.length < 2) return [];
  const rows = new Uint32Array(binned[0].bins.length);
  const bundles: GrowingBundle[] = [];
  for (const feature of few) {
    if (pacer.due()) await pacer.pause();
    const { bins, binCount } = binned[feature];
    // Rows of the usual bin keep their codes: most columns of 0 and 1 are mostly 0.
    const usual = usualBin(bins);
    const others = rows.subarray(0, findRowsBut(usual, bins, rows));
    const column = { feature, bins, binCount, usual, others };
    if (bundles.slice(0, MOST_TRIES).some((bundle) => bundle.add(column))) continue;
    const bundle = new GrowingBundle(rows.length);
    bundle.add(column);
    bundles.unshift(bundle);
  }
  return bundles.filter(({ features }) => features.length > 1).map((bundle) => bundle.finish());
}

/** A column of few bins, with the rows that are not in the usual one. */
interface FewBins extends Pick<BinnedColumn, "bins" | "binCount"> {
  readonly feature: number;
  readonly usual: number;
  readonly others: Uint32Array;
}

/** A code that a bundle has not had: rows of another code, of which one bin of a column tells them apart. */
interface MadeCode {
  readonly from: number;
  readonly bin: number;
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
  add(column: FewBins): boolean {
    const { feature, usual, others } = column;
    const before = this.#codeCount;
    const made: MadeCode[] = [];
    const done = this.#recode(column, made);
    if (done < others.length) {
      for (const row of others.subarray(0, done)) this.codes[row] = made[this.codes[row] - before].from;
      return false;
    }
    for (const old of this.#bins) for (const { from } of made) old.push(old[from]);
    this.#bins.push([...new Array<number>(before).fill(usual), ...made.map(({ bin }) => bin)]);
    this.features.push(feature);
    this.#codeCount += made.length;
    return true;
  }

  /** Gives rows the codes of their combinations with another column. Says how many of the rows have theirs when there are no more codes. */
  #recode({ bins, binCount, others }: FewBins, made: MadeCode[]): number {
    const { codes } = this;
    const before = this.#codeCount;
    const width = binCount + 1;
    const codeOf = new Int16Array(before * width).fill(-1);
    const count = others.length;
    let i = 0;
    for (; i < count; i++) {
      const row = others[i];
      const at = codes[row] * width + bins[row];
      if (codeOf[at] < 0) {
        if (before + made.length === MOST_CODES) break;
        codeOf[at] = before + made.length;
        made.push({ from: codes[row], bin: bins[row] });
      }
      codes[row] = codeOf[at];
    }
    return i;
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

/** Writes the rows of all other bins, and says how many; four are passed over at a time. */
function findRowsBut(usual: number, bins: BinnedColumn["bins"], rows: Uint32Array): number {
  const { buffer, byteOffset } = bins.byteOffset % 4 === 0 ? bins : bins.slice();
  const fours = new Uint32Array(buffer, byteOffset, bins.length >>> 2);
  const fourUsual = usual * 0x01_01_01_01;
  const length = bins.length;
  let count = 0;
  for (let row = 0; row < length; row++) {
    if ((row & 3) === 0 && fours[row >>> 2] === fourUsual) row += 3;
    else if (bins[row] !== usual) rows[count++] = row;
  }
  return count;
}
