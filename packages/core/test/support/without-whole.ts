import type { SplitSearch } from "@cambium/core";

/** The same search, which grows trees by its steps only. */
export function withoutWhole(search: SplitSearch): SplitSearch {
  return {
    engine: search.engine,
    root: (...tree) => search.root(...tree),
    findBest: (nodes) => search.findBest(nodes),
    apply: (nodes, splits) => search.apply(nodes, splits),
    settle: async (leaves) => search.settle?.(leaves),
    end: () => search.end(),
  };
}
