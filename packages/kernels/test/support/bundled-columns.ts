import type { BundleShape } from "../../src/index.ts";

interface Bundled {
  /** As a room lays them. */
  readonly columns: readonly (Uint8Array | Uint16Array)[];
  readonly bundles: readonly BundleShape[];
}

/** The columns of a table, given by row; `together` are features that are to stand as one. */
export function bundledColumns(
  rows: readonly { readonly bins: readonly number[] }[],
  binCounts: readonly number[],
  together: readonly number[],
): Bundled {
  const hasWideBins = Math.max(...binCounts) > 255;
  const combinationOf = ({ bins }: (typeof rows)[number]) => together.map((feature) => bins[feature]).join();
  const combinations = [...new Set(rows.map(combinationOf))];
  if (together.length === 0 || hasWideBins || combinations.length > 256) {
    return { columns: binCounts.map((_, feature) => columnOf(rows, feature, hasWideBins)), bundles: [] };
  }
  const bins = together.map((_, i) => Uint8Array.from(combinations, (one) => Number(one.split(",")[i])));
  const alone = [...binCounts.keys()].filter((feature) => !together.includes(feature));
  const codes = Uint8Array.from(rows, (row) => combinations.indexOf(combinationOf(row)));
  const columns = [...alone.map((feature) => columnOf(rows, feature, false)), codes];
  return { columns, bundles: [{ features: together, bins }] };
}

function columnOf(rows: readonly { readonly bins: readonly number[] }[], feature: number, isWide: boolean) {
  const own = rows.map(({ bins }) => bins[feature]);
  return isWide ? Uint16Array.from(own) : Uint8Array.from(own);
}
