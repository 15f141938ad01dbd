import type { Pacer } from "@cambium/kernels";
import { classLeaves } from "../../criterion/class-records.ts";
import { entropy } from "../../criterion/entropy.ts";
import { informationGain } from "../../criterion/information.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Target } from "../../dataset/target.ts";
import type { EngineFacts } from "../../engine/tree-engine.ts";
import type { ClassGoal } from "../../goal/fit-goal.ts";
import { type BranchPlan, growBranches } from "../../grower/branch-grower.ts";
import { collapseNoWorse } from "../../pruning/collapse-no-worse.ts";
import type { PostPruning, PrePruning, PruningStrategy } from "../../pruning/pruning-strategy.ts";
import type { ChooseTest } from "../../splitter/branch-test.ts";
import type { WeightedRows } from "../../splitter/weighted-rows.ts";
import type { TableInput } from "../../table/table-like.ts";
import { collapseInTurns } from "../../tree/collapse-tree.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { sumInTurns } from "../../util/exact-sum.ts";
import { roundInTurns } from "../../util/round-to-grid.ts";
import { inTurns, type Turns, turnsOver } from "../../util/turns.ts";
import type { OptionsInForce } from "../options/options-in-force.ts";
import { aboutIdleValidation } from "../options/run-options.ts";
import { neededValidation } from "../options/size-options.ts";
import { type ValidationRows, validationRows } from "../validation/validation-rows.ts";
import { type PrunedTree, pruneTree } from "./prune-tree.ts";
import { recountTree } from "./recount-tree.ts";
import { treeEvidence } from "./tree-evidence.ts";
import type { TreeMaker, TreeSample } from "./tree-learner.ts";

/** What tells `id3` and `c45` apart. */
export interface BranchStyle {
  readonly learner: string;
  readonly options: OptionsInForce;
  readonly choose: ChooseTest;
  readonly grouping: boolean;
  readonly leastWeight: number;
  readonly missing: BranchPlan["missing"];
  /** Whether a subtree that makes no fewer errors on the training rows than a leaf does not grow at all. */
  readonly dropsIdleSplits: boolean;
  readonly strategies: readonly PruningStrategy[];
  readonly unseen: "missing" | "error";
}

/** One run of `id3` or `c45`: the columns are sorted once, for the tree and for those of the folds. */
export class BranchTrees implements TreeMaker {
  readonly cost = null;
  readonly #rules: readonly PrePruning[];

  private constructor(
    private readonly style: BranchStyle,
    private readonly cuts: readonly PostPruning[],
    private readonly dataset: Dataset,
    private readonly sorted: readonly (Uint32Array | null)[],
    private readonly pacer: Pacer,
    private readonly validation: ValidationRows | undefined,
    readonly report: readonly string[],
  ) {
    this.#rules = style.strategies.filter((strategy) => strategy.stage === "before-split");
  }

  static async open(style: BranchStyle, dataset: Dataset, pacer: Pacer, table?: TableInput): Promise<BranchTrees> {
    checkTarget(style, dataset);
    const limit = style.strategies.find((strategy) => strategy.stage === "during-growth");
    if (limit !== undefined) {
      const message = `${style.learner}: ${limit.name} needs a tree that grows best first, and this one grows by depth; prune it back instead, or use cart`;
      throw new CambiumError("bad-option", message);
    }
    const cuts = style.strategies.filter((strategy) => strategy.stage === "after-growth");
    const needed = neededValidation(style.learner, cuts, table);
    const validation = needed && (await inTurns(validationRows(dataset, needed, style.unseen), pacer));
    const sorted: (Uint32Array | null)[] = [];
    for (const [feature, { kind }] of dataset.columns.entries()) {
      sorted.push(kind === "numeric" ? await dataset.sorted(feature, pacer) : null);
    }
    const report = validation?.report ?? aboutIdleValidation({ validation: table });
    return new BranchTrees(style, cuts, dataset, sorted, pacer, validation, report);
  }

  get engine(): EngineFacts {
    const because = [`${this.style.learner} splits nodes into many branches`];
    return { name: "reference", because, threads: 1, treesAtOnce: 1, report: [] };
  }

  get options(): OptionsInForce {
    return this.style.options;
  }

  async grow(sample: TreeSample): Promise<PrunedTree> {
    const source = treeEvidence(this.dataset, sample, this.validation, {
      cost: null,
      growFull: (part) => this.#growFull(part),
      recount: async (tree, { rows, target }) => {
        const { goal, items, step, total } = await inTurns(weightedGoal(target, rows), this.pacer);
        const columns = rowsOfColumns(this.dataset.rowCount, this.dataset.columns);
        const { leafValue } = classLeaves;
        const plan = { columns, goal, items, step, gain: informationGain, leafValue, gainUnit: total };
        return inTurns(recountTree(tree, plan), this.pacer);
      },
    });
    return pruneTree(await this.#growFull(sample), this.cuts, source, this.pacer);
  }

  end(): void {}

  async #growFull({ rows, target, draw }: TreeSample): Promise<Tree> {
    const { dataset, style, pacer, sorted } = this;
    const { leastWeight, missing, choose, grouping } = style;
    const { goal, items, step, total } = await inTurns(weightedGoal(target, rows), pacer);
    const gainUnit = total || 1;
    if (pacer.due()) await pacer.pause();
    const rootImpurity = entropy().impurity(goal, items.rows) / gainUnit;
    const limits = { leastWeight, missing, choose, grouping, rules: this.#rules };
    const plan = { dataset, sorted, goal, items, step, gainUnit, rootImpurity, ...limits, ...(draw && { draw }) };
    const { tree, errors } = await inTurns(growBranches(plan), pacer);
    return style.dropsIdleSplits ? inTurns(collapseInTurns(tree, collapseNoWorse(tree, errors, 0)), pacer) : tree;
  }
}

/** The classes, and the rows that have any weight, on one grid. */
function* weightedGoal(
  target: Target,
  rows: Uint32Array,
): Turns<{ goal: ClassGoal; items: WeightedRows; step: number; total: number }> {
  if (target.task !== "classification") throw new TypeError("unreachable: the target was checked");
  const weights = target.weights?.slice() ?? new Float64Array(target.codes.length).fill(1);
  const step = yield* roundInTurns(weights, rows);
  const [weighty, ofWeighty] = [new Uint32Array(rows.length), new Float64Array(rows.length)];
  let count = 0;
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const weight = weights[rows[i]];
      if (!(weight > 0)) continue;
      weighty[count] = rows[i];
      ofWeighty[count++] = weight;
    }
  });
  const items = { rows: weighty.slice(0, count), weights: ofWeighty.slice(0, count) };
  const goal: ClassGoal = { kind: "classes", codes: target.codes, classCount: target.classes.length, weights };
  return { goal, items, step, total: yield* sumInTurns(items.weights, null) };
}

function checkTarget({ learner, strategies }: BranchStyle, { target }: Dataset): void {
  if (target.task !== "classification") {
    const message = `${learner} is for classification, but the target "${target.name}" is taken for regression; pass task: "classification" to fit, or use cart`;
    throw new CambiumError("bad-option", message);
  }
  const other = strategies.find((each) => each.stage !== "during-growth" && each.task === "regression");
  if (other === undefined) return;
  throw new CambiumError(
    "bad-option",
    `${learner}: pruning by ${other.name} is for regression, this is classification`,
  );
}
