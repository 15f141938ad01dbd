import type { Dataset } from "../../dataset/dataset.ts";
import type { Target } from "../../dataset/target.ts";
import { type CambiumWarning, tellWarnings, warningOf } from "../../dataset/warning.ts";
import type { Combination } from "../../ensemble/ensemble.ts";
import type { Model, ModelByTask, ModelOf } from "../../model/model.ts";
import type { ModelParts } from "../../model/model-parts.ts";
import type { Tree } from "../../tree/tree.ts";
import { expectRoomForValues } from "../../tree/value-limit.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { aFunction, aNumber, integerFrom, oneOf } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../../util/option.ts";
import { allRows } from "../../util/ranges.ts";
import { roundToGrid } from "../../util/round-to-grid.ts";
import { checkBase } from "../bagging/bagging.ts";
import { choiceText, inForceOf, optionsInForce } from "../options/options-in-force.ts";
import { aboutIdleValidation, checkedOptions, runOptions } from "../options/run-options.ts";
import { type FitInParts, type FitStop, fitOf, type Learner } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { cart } from "../single-trees/cart.ts";
import type { PruningNote } from "../single-trees/prune-tree.ts";
import { reportOfTrees, type TreeLearner } from "../single-trees/tree-learner.ts";
import { AdaBoostRows, type RoundResult } from "./ada-boost-rounds.ts";

export type AdaBoostKind = "discrete" | "samme" | "real" | "r2";

/** The task that a form of AdaBoost is for. */
export type TaskOfKind<K extends AdaBoostKind> = K extends "r2" ? "regression" : "classification";

/** Of `rounds`. */
const noLimit = "pass a large number: it ends when there is nothing left to learn";

const aRate = /* @__PURE__ */ aNumber("a number above 0 and up to 10", (value) => value > 0 && value <= 10);

export const adaBoostOptions = /* @__PURE__ */ droppable(() => ({
  /** Trees, one a round; there are fewer where nothing is left to learn. Default: 50. */
  rounds: option({ ...integerFrom(1), noLimit }, 50),
  /** The form of AdaBoost: "samme" for any number of classes, "discrete" and "real" for two, "r2" for numbers. Default: by the target; "samme" or "r2". */
  kind: option(oneOf("discrete", "samme", "real", "r2")),
  /** What the weight of each tree is multiplied by. Default: 1. */
  learningRate: option(aRate, 1),
  /** For "r2": how the error of a row counts, as a share of the largest error. Default: "linear". */
  errorShape: option(oneOf("linear", "square", "exponential"), "linear"),
}));

export interface AdaBoostOptions extends OptionsOf<typeof adaBoostOptions> {}

export const adaBoostRunOptions = /* @__PURE__ */ droppable(() => ({
  ...runOptions,
  /** Called after each round. Default: none. */
  onRound: option(aFunction<(report: AdaBoostReport) => void>(), null),
}));

export interface AdaBoostFitOptions extends OptionsOf<typeof adaBoostRunOptions> {}

export interface AdaBoostReport {
  /** From 1 to `rounds`. */
  readonly round: number;
  readonly rounds: number;
  /** Weighted error of this round's tree. */
  readonly error: number;
  /** What the tree is worth. */
  readonly weight: number;
}

/**
 * AdaBoost: each tree looks hardest at the rows that those before it got wrong, and says the more the fewer it gets wrong
 * itself. Any learner of single trees will do. Default: trees of one split for classes, trees of depth 3 for numbers.
 */
export function adaBoost<K extends AdaBoostKind>(
  options: AdaBoostOptions & { readonly kind: K },
): Learner<ModelByTask[TaskOfKind<K>], AdaBoostFitOptions>;
export function adaBoost(options?: AdaBoostOptions): Learner<Model, AdaBoostFitOptions>;
export function adaBoost<M extends Model, K extends AdaBoostKind>(
  base: TreeLearner<M>,
  options: AdaBoostOptions & { readonly kind: K },
): Learner<ModelOf<TaskOfKind<K>, M>, AdaBoostFitOptions>;
export function adaBoost<M extends Model>(
  base: TreeLearner<M>,
  options?: AdaBoostOptions,
): Learner<M, AdaBoostFitOptions>;
export function adaBoost(
  first: TreeLearner | AdaBoostOptions = {},
  second?: AdaBoostOptions,
): Learner<Model, AdaBoostFitOptions> {
  const isBase = second !== undefined || (typeof first === "object" && first !== null && "fit" in first);
  if (isBase) checkBase("adaBoost", first as TreeLearner);
  const base = isBase ? (first as TreeLearner) : null;
  const options = isBase ? (second ?? {}) : (first as AdaBoostOptions);
  const frozen = checkedOptions("adaBoost", options, adaBoostOptions, adaBoostRunOptions);
  return Object.freeze({
    name: "adaBoost",
    options: Object.freeze({ ...(base && { base: base.options }), ...frozen }),
    fit: fitOf<Model, AdaBoostFitOptions>({
      ...{ name: "adaBoost", part: "round", rules: adaBoostOptions, runRules: adaBoostRunOptions },
      open: (dataset, run, stop) => openAdaBoost(frozen, base, dataset, run, stop),
    }),
  });
}

/** Its rounds count errors, and its bounds are of their number: what a tree decides by cost would be counted against it. */
const NO_COST =
  "adaBoost: its trees can not have cost, for each round looks for few errors, not for cheap ones; pass classWeights to them instead, or let bagging have them";

async function openAdaBoost(
  options: AdaBoostOptions,
  base: TreeLearner | null,
  dataset: Dataset,
  run: AdaBoostFitOptions,
  stop: FitStop,
): Promise<FitInParts> {
  const { pacer } = stop;
  const { target, rowCount } = dataset;
  const kind = checkKind(options, target);
  const { rounds, errorShape, learningRate } = withDefaults(adaBoostOptions, options);
  const depth = kind === "r2" ? 3 : 1;
  const learner = base ?? cart({ maxDepth: depth });
  const choices: string[] = [];
  if (options.kind === undefined) choices.push(choiceText("kind", kind, `because the target is for ${target.task}`));
  if (base === null) choices.push(choiceText("base", `cart({ maxDepth: ${depth} })`, `because kind is "${kind}"`));
  const rows = new AdaBoostRows(dataset, kind === "real", learningRate, errorShape, pacer);
  // In each round the weights add up to what they did at first, so that limits of a leaf's weight keep their meaning.
  const total = await rows.total();
  const made = new MadeRounds(rounds);
  const maker = await learner.openTrees(dataset, pacer);
  return {
    done: () => made.trees.length,
    async grow() {
      demand(maker.cost === null, NO_COST);
      for (let round = 1; round <= rounds; round++) {
        const grown = await maker.grow({ rows: allRows(rowCount), target: { ...target, weights: rows.weights } });
        const judged = await rows.judge(grown.tree);
        if (made.take(judged, grown.notes)) {
          run.onRound?.({ round, rounds, error: judged.error, weight: judged.weight });
          stop.tellProgress(round, rounds);
        }
        if (judged.verdict !== "go on") break;
        await rows.rescale(total);
        if (run.onRound !== undefined) await pacer.pause(); // Lets the caller show the round, or abort after it.
      }
      tellWarnings(made.warnings, run.onWarning);
    },
    modelOf(end) {
      const { warnings, notes, trees, worth } = made;
      const remarks = [...made.ends, end ?? [], ...aboutIdleValidation(run)].flat();
      const report = [...choices, ...reportOfTrees(maker, notes, remarks)];
      const learned = { learner: "adaBoost", ...partsOf(kind, trees, Float64Array.from(worth)) };
      const inForce = Object.freeze({
        base: { learner: learner.name, options: inForceOf(maker, learner.options) },
        ...optionsInForce(adaBoostOptions, options, { kind, errorShape: kind === "r2" ? errorShape : null }),
      });
      return modelOfRun(dataset, learner.options, learned, report, { warnings, options: inForce });
    },
    end: () => maker.end(),
  };
}

/** The rounds so far, and what became of them. */
class MadeRounds {
  readonly trees: Tree[] = [];
  readonly worth: number[] = [];
  readonly notes: (readonly PruningNote[])[] = [];
  /** Why there are no more, in sentences. */
  readonly ends: string[] = [];
  readonly warnings: CambiumWarning[] = [];
  #nodes = 0;

  constructor(private readonly rounds: number) {}

  /** Takes the tree of a round, where it is worth anything, or the first one; false where it is not taken. */
  take({ tree, weight, error, verdict }: RoundResult, notes: readonly PruningNote[]): boolean {
    const round = this.trees.length + 1;
    const isOnlyOne = verdict === "useless" && round === 1;
    const poor = `adaBoost has its first tree only, which is no better than chance: its error is ${error}. Let its trees be larger: adaBoost(cart({ maxDepth: 3 })).`;
    if (isOnlyOne) this.warnings.push(warningOf("no-better-than-chance", poor));
    else if (verdict !== "go on") this.ends.push(stopSentence(verdict, round, this.rounds, error));
    if (verdict === "useless" && !isOnlyOne) return false;
    this.#nodes += tree.nodeCount;
    expectRoomForValues(this.#nodes, tree.valueWidth);
    this.trees.push(tree);
    this.worth.push(weight);
    this.notes.push(notes);
    return true;
  }
}

/** How the trees come to one answer, and what turns it into probabilities. */
function partsOf(
  kind: AdaBoostKind,
  trees: readonly Tree[],
  weights: Float64Array,
): Pick<ModelParts, "ensemble" | "link" | "loss"> {
  const initialScore = new Float64Array(trees[0].valueWidth);
  const loss = { name: "exponential", parameters: {} };
  if (kind === "real") return { ensemble: { trees, initialScore }, link: "logistic", loss };
  // Medians add weights up in another order for every row.
  if (kind === "r2") roundToGrid(weights, allRows(weights.length));
  // Trees of which none is worth anything, to rounding, are worth the same.
  if (weights.every((weight) => weight === 0)) weights.fill(1);
  const by = { discrete: "sum", samme: "mean", r2: "median" } as const satisfies Record<typeof kind, Combination["by"]>;
  const link = { discrete: "softmax", samme: "samme", r2: "identity" } as const;
  return { ensemble: { trees, initialScore, combine: { by: by[kind], weights } }, link: link[kind], loss: null };
}

function stopSentence(verdict: "perfect" | "useless", round: number, rounds: number, error: number): string {
  if (verdict === "perfect") return `AdaBoost ended with round ${round} of ${rounds}: its tree makes no error`;
  return `AdaBoost ended before round ${round} of ${rounds}: its tree would be no better than chance, with an error of ${error}`;
}

function checkKind({ kind, errorShape }: AdaBoostOptions, target: Target): AdaBoostKind {
  const byTask = target.task === "classification" ? "samme" : "r2";
  const chosen = kind ?? byTask;
  const other = target.task === "classification" ? "regression" : "classification";
  const wrongTask = `adaBoost: kind "${chosen}" is for ${other}, but the target "${target.name}" is taken for ${target.task}; pass kind: "${byTask}", or task: "${other}" to fit`;
  demand((chosen === "r2") === (byTask === "r2"), wrongTask);
  const noShape = `adaBoost: errorShape is for kind "r2", but this is "${chosen}"; leave it out`;
  demand(errorShape === undefined || chosen === "r2", noShape);
  if ((chosen === "discrete" || chosen === "real") && target.task === "classification" && target.classes.length !== 2) {
    const message = `adaBoost: kind "${chosen}" expects two classes, but the target "${target.name}" has ${target.classes.length}; kind: "samme" takes any number`;
    throw new CambiumError("bad-target", message);
  }
  return chosen;
}
