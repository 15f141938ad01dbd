import type { Ensemble } from "./ensemble.ts";

/** The features that some tree asks for, in a split or in place of one that is missing: no prediction depends on another. */
export function usedFeatures({ trees }: Ensemble): ReadonlySet<number> {
  const used = new Set<number>();
  for (const { feature, surrogates } of trees) {
    for (const asked of feature) if (asked >= 0) used.add(asked);
    for (const asked of surrogates?.feature ?? []) used.add(asked);
  }
  return used;
}
