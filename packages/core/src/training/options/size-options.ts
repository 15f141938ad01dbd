import type { Grower } from "../../grower/grower.ts";
import { depthGrower, leafGrower } from "../../grower/growers.ts";
import { maxDepth } from "../../pruning/max-depth.ts";
import { maxLeaves } from "../../pruning/max-leaves.ts";
import { minChildWeight } from "../../pruning/min-child-weight.ts";
import { minGain } from "../../pruning/min-gain.ts";
import { minRowsLeaf } from "../../pruning/min-rows-leaf.ts";
import { minRowsSplit, minRowsSplitRule } from "../../pruning/min-rows-split.ts";
import type { GrowthLimit, PostPruning, PruningStrategy } from "../../pruning/pruning-strategy.ts";
import type { TableInput } from "../../table/table-like.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { check, integerFrom, numberFromZero, wholeLimitFrom } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option } from "../../util/option.ts";

/** Of options that demand a least amount. */
const noLimit = "leave it out to demand nothing";

/** The numbers that everyone sets, and the strategies that they are short for. */
export const sizeOptions = /* @__PURE__ */ droppable(() => ({
  /** Splits between the root and any leaf; Infinity is no limit. Default: none. */
  maxDepth: option(wholeLimitFrom(0), null),
  /** Leaves of a tree, which then grows best first: by the split that gains most. Infinity is no limit. Default: none; the tree grows by depth. */
  maxLeaves: option(wholeLimitFrom(1), null),
  /** A node of fewer rows is not split. Default: 2. */
  minRowsSplit: option({ ...minRowsSplitRule, noLimit }, 2),
  /** Rows on each side of a split. Default: 1. */
  minRowsLeaf: option({ ...integerFrom(1), noLimit }, 1),
  /** Weight of the rows on each side of a split. Default: 0. */
  minChildWeight: option({ ...numberFromZero, noLimit }, 0),
  /** Improvement by a split, divided by the weight of all rows, as `tree.gain` shows it. A split gains more than 0 in any case. Default: 0. */
  minGain: option({ ...numberFromZero, noLimit }, 0),
  /** What else stops a tree from growing, and what prunes it afterwards: one strategy or several. Default: none. */
  prune: option(
    check<PruningStrategy | readonly PruningStrategy[]>("a pruning strategy or a list of them", (value) =>
      [value].flat().every((strategy) => typeof strategy === "object" && strategy !== null && "stage" in strategy),
    ),
    null,
  ),
}));

export interface SizeOptions extends OptionsOf<typeof sizeOptions> {}

const shortFor = { maxDepth, maxLeaves, minRowsSplit, minRowsLeaf, minChildWeight, minGain } as const;

/** All strategies of a learner: those that its options are short for, then those in `prune`. */
export function strategiesOf(options: SizeOptions): PruningStrategy[] {
  const strategies: PruningStrategy[] = [];
  for (const [name, strategy] of Object.entries(shortFor)) {
    const number = options[name as keyof typeof shortFor];
    if (number !== undefined) strategies.push(strategy(number));
  }
  return [...strategies, ...[options.prune ?? []].flat()].filter((strategy) => !isNoLimit(strategy));
}

/** A number of leaves without limit is no reason to grow best first. */
function isNoLimit(strategy: PruningStrategy): boolean {
  return strategy.stage === "during-growth" && strategy.leaves === Number.POSITIVE_INFINITY;
}

/** Whether the options themselves say how large a tree may grow, so that no default does. */
export function limitsSize({ maxDepth, maxLeaves, prune }: SizeOptions): boolean {
  if (maxDepth !== undefined || maxLeaves !== undefined) return true;
  return [prune ?? []]
    .flat()
    .some(
      (rule) => rule.stage === "during-growth" || (rule.stage === "before-split" && "maxDepth" in (rule.bounds ?? {})),
    );
}

/** Best first up to the least of the limits; by depth where there is none. */
export function growerFor(limits: readonly GrowthLimit[]): Grower {
  return limits.length > 0 ? leafGrower(Math.min(...limits.map(({ leaves }) => leaves))) : depthGrower();
}

/** The validation set, where a strategy chooses by one. */
export function neededValidation(
  learner: string,
  cuts: readonly PostPruning[],
  validation: TableInput | undefined,
): TableInput | undefined {
  if (!cuts.some((cut) => cut.needs.kind === "validation")) return undefined;
  if (validation !== undefined) return validation;
  const message = `${learner}: prune chooses by a validation set, but fit was given none; pass fit(…, { validation })`;
  throw new CambiumError("bad-option", message);
}
