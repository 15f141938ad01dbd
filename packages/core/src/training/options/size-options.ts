import type { Grower } from "../../grower/grower.ts";
import { depthGrower, leafGrower } from "../../grower/growers.ts";
import { maxDepth, maxLeaves, minChildWeight, minGain, minRowsLeaf, minRowsSplit } from "../../pruning/limits.ts";
import type { GrowthLimit, PruningStrategy } from "../../pruning/pruning-strategy.ts";
import { check, integerFrom, isRecord, numberFromZero, wholeLimitFrom } from "../../util/check-options.ts";
import { droppable, type OptionsOf, option } from "../../util/option.ts";

/** Of options that demand a least amount. */
const noLimit = "leave it out to demand nothing";

/** The numbers that everyone sets, and the strategies that they are short for. */
export const sizeOptions = /* @__PURE__ */ droppable(() => ({
  /** Splits between the root and any leaf; Infinity is no limit. Default: none. */
  maxDepth: option(wholeLimitFrom(0), null),
  /** Leaves of a tree, which then grows best first: by the split that gains most. Infinity is no limit. Default: none; the tree grows by depth. */
  maxLeaves: option(wholeLimitFrom(1), null),
  /** A node of fewer rows is not split. Default: 2. */
  minRowsSplit: option({ ...integerFrom(2), noLimit }, 2),
  /** Rows on each side of a split. Default: 1. */
  minRowsLeaf: option({ ...integerFrom(1), noLimit }, 1),
  /** Weight of the rows on each side of a split. Default: 0. */
  minChildWeight: option({ ...numberFromZero, noLimit }, 0),
  /** Improvement by a split, divided by the weight of all rows, as `tree.gain` shows it. A split gains more than 0 in any case. Default: 0. */
  minGain: option({ ...numberFromZero, noLimit }, 0),
  /** What else stops a tree from growing, and what prunes it afterwards: one strategy or several. Default: none. */
  prune: option(
    check<PruningStrategy | readonly PruningStrategy[]>("a pruning strategy or a list of them", (value) =>
      [value].flat().every((strategy) => isRecord(strategy) && "stage" in strategy),
    ),
    null,
  ),
}));

export interface SizeOptions extends OptionsOf<typeof sizeOptions> {}

const shortFor = { maxDepth, maxLeaves, minRowsSplit, minRowsLeaf, minChildWeight, minGain } as const;

/** All strategies of a learner, by what they do. */
export type Strategies = ReturnType<typeof strategiesOf>;

/** Those that its options are short for, then those in `prune`. A number of leaves without limit is no reason to grow best first. */
export function strategiesOf(options: SizeOptions) {
  const ofNumbers = Object.entries(shortFor).flatMap(([name, strategy]): PruningStrategy[] => {
    const number = options[name as keyof typeof shortFor];
    return number === undefined ? [] : [strategy(number)];
  });
  const all = [...ofNumbers, ...listOf(options.prune)];
  return {
    rules: all.filter((strategy) => strategy.stage === "before-split"),
    limits: all
      .filter((strategy) => strategy.stage === "during-growth")
      .filter(({ leaves }) => leaves < Number.POSITIVE_INFINITY),
    cuts: all.filter((strategy) => strategy.stage === "after-growth"),
  };
}

function listOf(prune: SizeOptions["prune"]): PruningStrategy[] {
  return [prune ?? []].flat();
}

/** Whether the options themselves say how large a tree may grow, so that no default does. */
export function limitsSize({ maxDepth, maxLeaves, prune }: SizeOptions): boolean {
  if (maxDepth !== undefined || maxLeaves !== undefined) return true;
  return listOf(prune).some(
    (rule) => rule.stage === "during-growth" || (rule.stage === "before-split" && "maxDepth" in (rule.bounds ?? {})),
  );
}

/** Best first up to the least of the limits; by depth where there is none. */
export function growerFor(limits: readonly GrowthLimit[]): Grower {
  return limits.length > 0 ? leafGrower(Math.min(...limits.map(({ leaves }) => leaves))) : depthGrower();
}
