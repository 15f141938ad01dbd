import type { OptionRule } from "../util/check-options.ts";
import { trueOrFalse } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { type InputPolicyOptions, inputPolicyOptions } from "./learner.ts";
import { type SizeOptions, sizeOptions } from "./size-options.ts";

export interface C45Options
  extends InputPolicyOptions<"learn" | "error">,
    Omit<SizeOptions, "maxLeaves" | "minRowsLeaf"> {
  /** Weight that at least two branches of a split need; 2 unless told. Numeric splits may need more: a tenth of the average class. */
  readonly minChildWeight?: number | undefined;
  /** Whether categories that tell alike become one branch; false unless told. */
  readonly grouping?: boolean | undefined;
}

export const c45Options: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  maxDepth: sizeOptions.maxDepth,
  minRowsSplit: sizeOptions.minRowsSplit,
  minChildWeight: { ...sizeOptions.minChildWeight, default: "2", about: "weight that at least two branches need" },
  minGain: sizeOptions.minGain,
  prune: { ...sizeOptions.prune, default: "errorBased()" },
  grouping: { ...trueOrFalse, default: "false", about: "categories that tell alike become one branch" },
  ...inputPolicyOptions,
}));
