import type { PrePruning } from "@cambium/core";

/** Both sides of a cut keep at least this share of the node's rows. */
export function minSideShare(share: number): PrePruning {
  return {
    stage: "before-split",
    name: "minSideShare",
    allows: ({ start, end }, split) => split === null || Math.min(...split.childRows) >= share * (end - start),
  };
}
