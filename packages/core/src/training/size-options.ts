import { depthGrower } from "../grower/depth-grower.ts";
import type { Grower } from "../grower/grower.ts";
import { leafGrower } from "../grower/leaf-grower.ts";
import { maxDepth } from "../pruning/max-depth.ts";
import { maxLeaves } from "../pruning/max-leaves.ts";
import { minChildWeight } from "../pruning/min-child-weight.ts";
import { minGain } from "../pruning/min-gain.ts";
import { minRowsLeaf } from "../pruning/min-rows-leaf.ts";
import { minRowsSplit, minRowsSplitRule } from "../pruning/min-rows-split.ts";
import type { GrowthLimit, PostPruning, PruningStrategy } from "../pruning/pruning-strategy.ts";
import type { TableInput } from "../table/table-like.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { integerFrom, numberFromZero, type OptionRule, wholeLimitFrom } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";

/** The numbers that everyone sets, and the strategies that they are short for. */
export interface SizeOptions {
  /** Splits between the root and any leaf; Infinity is no limit. */
  readonly maxDepth?: number | undefined;
  /** Leaves of a tree, which then grows best first: by the split that gains most. Default: no limit, as by Infinity; the tree grows by depth. */
  readonly maxLeaves?: number | undefined;
  /** Rows of a node that may be cut; 2 unless told. */
  readonly minRowsSplit?: number | undefined;
  /** Rows on each side of a split; 1 unless told. */
  readonly minRowsLeaf?: number | undefined;
  /** Weight of the rows on each side of a split, or in boosting the sum of their hessians; 0 unless told. */
  readonly minChildWeight?: number | undefined;
  /** Improvement by a split, as `tree.gain` shows it; above 0 unless told. */
  readonly minGain?: number | undefined;
  /** What else stops a tree from growing, and what cuts it back: one strategy or several. */
  readonly prune?: PruningStrategy | readonly PruningStrategy[] | undefined;
}

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

/** Of options that demand a least amount. */
const noLimit = "leave it out to demand nothing";

export const sizeOptions = /* @__PURE__ */ droppable(
  () =>
    ({
      maxDepth: { ...wholeLimitFrom(0), default: "none", about: "splits between the root and any leaf" },
      maxLeaves: { ...wholeLimitFrom(1), default: "none", about: "leaves of a tree, which then grows best first" },
      minRowsSplit: { ...minRowsSplitRule, default: "2", about: "rows of a node that may be split", noLimit },
      minRowsLeaf: { ...integerFrom(1), default: "1", about: "rows on each side of a split", noLimit },
      minChildWeight: { ...numberFromZero, default: "0", about: "weight of the rows on each side of a split", noLimit },
      minGain: {
        ...numberFromZero,
        default: "0",
        about: "improvement by a split, divided by the weight of all rows",
        noLimit,
      },
      prune: {
        expected: "a pruning strategy or a list of them",
        accepts: (value) =>
          [value].flat().every((strategy) => typeof strategy === "object" && strategy !== null && "stage" in strategy),
        default: "none",
        about: "what else stops a tree from growing, and what cuts it back",
      },
    }) satisfies Readonly<Record<string, OptionRule>>,
);
