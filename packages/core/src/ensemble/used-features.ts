import type { Ensemble } from "./ensemble.ts";

/** Kept as long as their models: every prediction may ask. */
const known = /* @__PURE__ */ new WeakMap<Ensemble, ReadonlySet<number>>();

/** The features that some tree asks for, in a split or in place of one that is missing: no prediction depends on another. */
export function usedFeatures(ensemble: Ensemble): ReadonlySet<number> {
  const found = known.get(ensemble);
  if (found !== undefined) return found;
  const used = new Set<number>();
  for (const { feature, surrogates } of ensemble.trees) {
    for (const asked of feature) if (asked >= 0) used.add(asked);
    for (const asked of surrogates?.feature ?? []) used.add(asked);
  }
  known.set(ensemble, used);
  return used;
}
