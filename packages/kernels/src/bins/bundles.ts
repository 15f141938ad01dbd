/** Columns that stand as one: a code for each combination of their bins that there is. */
export interface BundleShape {
  readonly features: readonly number[];
  /** By feature of the bundle: the bin that each code stands for. */
  readonly bins: readonly Uint8Array[];
}

/**
 * The table by which `unbundle` makes the sums of features from those of codes, in u32 words. Of each bundle the first slot of its codes, how
 * many there are, and its features; of each feature the slot of the bin that most codes stand for, and its other bins; of each of
 * these its slot, and the slots of its codes behind their number. So a feature of 0 and 1 is read where it is 1 and nowhere else.
 */
export function bundleTable(
  bundles: readonly BundleShape[],
  firstSlots: readonly number[],
  starts: readonly number[],
  binCounts: readonly number[],
): number[] {
  return bundles.flatMap(({ features, bins }, bundle) => {
    const first = firstSlots[bundle];
    const ofFeatures = features.flatMap((feature, i) => ofFeature(bins[i], first, starts[feature], binCounts[feature]));
    return [first, bins[0].length, features.length, ...ofFeatures];
  });
}

function ofFeature(binOfCode: Uint8Array, first: number, start: number, binCount: number): number[] {
  const codes: number[][] = Array.from({ length: binCount + 1 }, () => []);
  for (const [code, bin] of binOfCode.entries()) codes[bin].push(first + code);
  const most = Math.max(...codes.map(({ length }) => length));
  const usual = codes.findIndex(({ length }) => length === most);
  const others = codes.flatMap((slots, bin) => (bin === usual ? [] : [start + bin, slots.length, ...slots]));
  return [start + usual, binCount, ...others];
}
