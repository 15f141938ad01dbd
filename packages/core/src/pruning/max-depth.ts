import { CambiumError } from "../util/cambium-error.ts";
import { describe, integerFrom } from "../util/check-options.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/** No leaf lies deeper than `limit` splits below the root. */
export function maxDepth(limit: number): PrePruning {
  const { accepts, expected } = integerFrom(0);
  if (!accepts(limit)) throw new CambiumError("bad-option", `maxDepth expects ${expected}, got ${describe(limit)}`);
  return { stage: "before-split", name: "maxDepth", allows: (node) => node.depth < limit };
}
