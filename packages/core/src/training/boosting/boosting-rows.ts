import { newtonStep, type Pacer, type StepRules } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Target } from "../../dataset/target.ts";
import type { ScoreKeeper, TreeEngine } from "../../engine/tree-engine.ts";
import type { FitGoal } from "../../goal/fit-goal.ts";
import { gradientGoalInTurns } from "../../goal/gradient-goal.ts";
import { bestStep } from "../../loss/best-step.ts";
import { checkedNumber } from "../../loss/initial-score-of.ts";
import { LARGEST_GRADIENT, LARGEST_HESSIAN } from "../../loss/largest-derivatives.ts";
import { isClassLoss } from "../../loss/loss.ts";
import { addTree } from "../../predict/predict-scores.ts";
import { type EncodedRows, leafOf, leafOnWay } from "../../tree/route-row.ts";
import { isLeaf, type Tree } from "../../tree/tree.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { exactSum } from "../../util/exact-sum.ts";
import { numbersInTurns } from "../../util/number-by-row.ts";
import { withDefaults } from "../../util/option.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { allRows, forRanges } from "../../util/ranges.ts";
import { square } from "../../util/square.ts";
import { inTurns } from "../../util/turns.ts";
import { nthLargest } from "../../util/weighted-quantile.ts";
import { RowDraw } from "../run/row-draw.ts";
import { ScoredRows } from "../validation/evaluation-sets.ts";
import { type BoostingOptions, boostingOptions, type GradientSample } from "./boosting-options.ts";
import type { BoostingPlan } from "./boosting-plan.ts";

/** As a loss writes them, before weights. Those of several scores stand one score after the other. */
interface RoundDerivatives {
  readonly gradients: Float64Array;
  readonly hessians: Float64Array;
}

/**
 * The rows that each round's trees are grown on: a function of the seed, of the number of the bag, and of the gradients where rows are
 * chosen by them. Never empty.
 */
export class BoostingBags {
  readonly #options;
  readonly #sample: GradientSample | null;
  readonly #all: Uint32Array;
  readonly #draw: RowDraw | null;

  constructor(
    private readonly dataset: Dataset,
    options: BoostingOptions,
    private readonly pacer: Pacer,
  ) {
    this.#options = withDefaults(boostingOptions, options);
    const { rowSample } = this.#options;
    this.#sample = typeof rowSample === "object" ? rowSample : null;
    this.#all = allRows(dataset.rowCount);
    this.#draw = rowSample === 1 ? null : new RowDraw(dataset);
  }

  /** Ascending. Without sampling it holds all rows, those of no weight too. `tree` counts those of the round, from 0. */
  async bagOf(round: number, tree = 0): Promise<Uint32Array> {
    const { rowSample, seed, treesPerRound } = this.#options;
    if (this.#draw === null || typeof rowSample === "object") return this.#all;
    const key = randomBits(seed, Purpose.TreeRows, (round - 1) * treesPerRound + tree);
    return inTurns(this.#draw.chosen(key, rowSample), this.pacer);
  }

  /** Whether `choose` finds the rows of a round. As LightGBM has it, the first trees learn from all rows: until then gradients say little. */
  choosesIn(round: number): boolean {
    return this.#sample !== null && round > Math.floor(1 / this.#options.learningRate);
  }

  /** The rows of a round's bag by its derivatives, ascending. The derivatives of rows that stand in for others are raised. */
  async choose(round: number, { gradients, hessians }: RoundDerivatives): Promise<Uint32Array> {
    const { pacer } = this;
    const { largest, others } = this.#sample as GradientSample;
    const draw = this.#draw as RowDraw;
    const { drawable } = draw;
    const { rowCount, target } = this.dataset;
    const sizeOf = (row: number) => {
      let size = 0;
      for (let at = row; at < gradients.length; at += rowCount) size += Math.abs(gradients[at] * hessians[at]);
      return size * square(target.weights?.[row] ?? 1);
    };
    const sizes = await inTurns(numbersInTurns(rowCount, sizeOf), pacer);
    // Rows of no weight are 0, and so behind all others.
    const least = await inTurns(nthLargest(sizes.slice(), Math.ceil(largest * drawable.length)), pacer);
    const share = others / (1 - largest || 1);
    const isLarge = (row: number) => sizes[row] >= least;
    const key = randomBits(this.#options.seed, Purpose.TreeRows, round - 1);
    const choosing = draw.chosen(key, (row) => (isLarge(row) ? 1 : share));
    const bag = await inTurns(choosing, pacer);
    await forRanges(bag.length, pacer, (start, end) => {
      for (let i = start; i < end; i++) {
        if (isLarge(bag[i])) continue;
        for (let at = bag[i]; at < gradients.length; at += rowCount) {
          gradients[at] /= share;
          hessians[at] /= share;
        }
      }
    });
    return bag;
  }
}

/**
 * What the rows need of the plan. `lineSearch` null: trees fit gradients and hessians. Else gradients alone, and their leaves are then
 * searched for within these rules.
 */
type RowsPlan = Pick<BoostingPlan, "loss" | "initialScores" | "lineSearch" | "treesPerRound">;

/**
 * The training rows of one boosting run: where their scores stand, and what the next trees are to fit.
 *
 * Life cycle
 * 1. All scores begin at the initial ones, and the offsets of the rows besides.
 * 2. `derive` once a round, or for each of the trees that a score has in it: the next goals are those of the scores of now.
 * 3. `goalOf` for each score: the derivatives as a tree's goal. The goal lives until the next call.
 * 4. `take`, before the next goal: the scores of all rows, in the bag or not, move by the values of the tree.
 * 5. `endRound`: where a score has several trees in a round, its rows move by all of them now.
 *
 * Where the engine keeps the scores, and has the derivatives of the loss compiled, nothing is copied.
 */
export class BoostingRows extends ScoredRows {
  /** Trees of the round that others of it may not see. */
  readonly #waiting: { readonly tree: Tree; readonly place: number }[] = [];
  /** null: nobody keeps the scores beside the rows. */
  readonly #keeper: ScoreKeeper | null;
  #derivatives: RoundDerivatives | null = null;
  /** Whether these are of the scores at which the next trees begin. */
  #isDerived = false;
  #round = 0;
  /** The rows that the next trees grow on, ascending. */
  bag: Uint32Array = allRows(this.columns.rowCount);

  constructor(
    columns: EncodedRows,
    private readonly target: Target,
    private readonly plan: RowsPlan,
    /** null: no trees are grown. */
    private readonly engine: Pick<TreeEngine, "scores" | "roundsGoals"> | null,
    /** null: all rows are in the bag of each tree. */
    private readonly bags: BoostingBags | null,
    pacer: Pacer,
  ) {
    super(columns, plan.initialScores, pacer, engine?.scores?.values);
    this.#keeper = engine?.scores ?? null;
  }

  /**
   * The next goals are those at the scores of now, for the rows of the round's bag, or for those that are chosen by the derivatives. `repeat`
   * counts the trees that a score has in the round.
   */
  async derive(round: number, repeat = 0): Promise<void> {
    this.#round = round;
    this.#isDerived = false;
    if (this.bags === null) return;
    this.bag = await this.bags.bagOf(round, repeat);
    if (this.bags.choosesIn(round)) this.bag = await this.bags.choose(round, await this.#derived());
  }

  /** The derivatives of all rows and scores, without the kernels: once for each call of `derive`. */
  async #derived(): Promise<RoundDerivatives> {
    const { loss, initialScores } = this.plan;
    const size = this.scores.length;
    this.#derivatives ??= { gradients: new Float64Array(size), hessians: new Float64Array(size) };
    const derivatives = this.#derivatives;
    if (this.#isDerived) return derivatives;
    const { gradients, hessians } = derivatives;
    if (loss.constantHessian) hessians.fill(1);
    await forRanges(this.columns.rowCount, this.pacer, (start, end) => {
      // The loss is one for the task of the target, as the plan has seen to.
      const seconds = loss.constantHessian ? null : hessians;
      loss.derivatives(this.target as never, this.scores, gradients, seconds, start, end);
      for (let place = 0; place < initialScores.length; place++) {
        this.#check(this.of(gradients, place), this.of(hessians, place), start, end);
      }
    });
    this.#isDerived = true;
    return derivatives;
  }

  /**
   * A loss may be anybody's: what is not finite would make a model that predicts NaN, and can not be saved; and of what is next to that
   * there would be no gain.
   */
  #check(gradients: Float64Array, hessians: Float64Array, start: number, end: number): void {
    for (let row = start; row < end; row++) {
      if (!(Math.abs(gradients[row]) <= LARGEST_GRADIENT)) this.#refuse("gradient", row, gradients[row]);
      if (!(hessians[row] >= 0 && hessians[row] <= LARGEST_HESSIAN)) this.#refuse("hessian", row, hessians[row]);
    }
  }

  #refuse(what: "gradient" | "hessian", row: number, found: number): void {
    const [largest, repair] = {
      gradient: ["2^250", "a finite number: look at its derivatives"],
      hessian: ["2^200", "a finite number >= 0: look at its derivatives, or give it a hessian of its own"],
    }[what];
    // As where the loss has become worse from round to round.
    const isTooLarge = Number.isFinite(found) && (what === "gradient" || found > 0);
    const tooLarge = `a size of at most ${largest}: the scores run away; lower the learningRate, or look at its derivatives`;
    const where = `${found} in row ${row + 1} of round ${this.#round}`;
    const expected = isTooLarge ? tooLarge : repair;
    const message = `boosting: the loss ${this.plan.loss.spec.name} has the ${what} ${where}; expected ${expected}`;
    throw new CambiumError("bad-option", message);
  }

  /** Null where the derivatives are not compiled, or not finite. */
  async #compiledGoal(place: number): Promise<FitGoal | null> {
    const { loss, lineSearch, initialScores } = this.plan;
    // Those that are compiled bring their hessians.
    if (lineSearch !== null || this.#keeper === null) return null;
    if (!isClassLoss(loss)) return this.#keeper.derive(this.bag);
    // One class has no room for shares, which are 1.
    if (loss.kernel === undefined || initialScores.length === 1) return null;
    return this.#keeper.deriveClass(loss.kernel, place, this.bag);
  }

  /**
   * What the tree of a score is to fit: the derivatives times the row's weight, on the grid of the bag. Throws where a derivative of any row
   * is not finite, or a second one is below 0.
   */
  async goalOf(place: number): Promise<FitGoal> {
    const compiled = this.#isDerived ? null : await this.#compiledGoal(place);
    if (compiled !== null) return compiled;
    // Where compiled derivatives are not finite, this says in which row.
    const { gradients, hessians } = await this.#derived();
    const { lineSearch } = this.plan;
    const seconds = lineSearch === null ? this.of(hessians, place) : null;
    // The steps of leaves are found from these numbers, too.
    const isRounded = this.engine?.roundsGoals !== true || lineSearch !== null;
    const { weights } = this.target;
    const goal = gradientGoalInTurns(this.of(gradients, place), seconds, weights, this.bag, isRounded);
    return inTurns(goal, this.pacer);
  }

  /** A tree that has grown for a score, with its leaves as they are to be where they are more than Newton steps. */
  async refit(tree: Tree, place: number): Promise<Tree> {
    const leafValue = this.#leafValue(place);
    return leafValue === null ? tree : refitLeaves(tree, leafValue, this.columns, this.bag, this.pacer);
  }

  /** What the rows of a leaf are worth on top of their scores: as the loss has it, or by a line search; null where the tree has it already. */
  #leafValue(place: number): ((rows: Uint32Array) => number) | null {
    const { scores, target } = this;
    const { loss, lineSearch } = this.plan;
    if (isClassLoss(loss)) return lineSearch && this.#stepOfClass(place, lineSearch);
    if (loss.refitLeaf !== undefined) {
      return (rows) => checkedNumber(loss.spec, "refitLeaf", loss.refitLeaf?.(target, scores, rows));
    }
    return lineSearch && ((rows) => bestStep(loss, target, scores, rows, lineSearch));
  }

  /** Friedman's leaf where each class has a tree: one Newton step, by (K - 1) / K, since the scores say no more than their differences do. */
  #stepOfClass(place: number, rules: StepRules): (rows: Uint32Array) => number {
    const { weights } = this.target;
    const { length } = this.plan.initialScores;
    // The goal has weighed the gradients, and left the hessians as the loss wrote them.
    const derivatives = this.#derivatives as RoundDerivatives;
    const gradients = this.of(derivatives.gradients, place);
    const hessians = this.of(derivatives.hessians, place);
    return (rows) => {
      const sum = exactSum(rows.length, (i) => gradients[rows[i]]);
      const weight = exactSum(rows.length, (i) => (weights?.[rows[i]] ?? 1) * hessians[rows[i]]);
      return ((length - 1) / length) * newtonStep(sum, weight, rules);
    };
  }

  /** Adds to one of the scores of each row what a tree says of the row; of several trees for a score not before the round ends. */
  async take(tree: Tree, place: number): Promise<void> {
    const { columns } = this;
    if (this.plan.treesPerRound > 1) this.#waiting.push({ tree, place });
    else if (this.#keeper === null) await this.add(tree, place);
    else {
      const ofRow = (row: number) => tree.value[leafOf(tree, columns, row)];
      const onWay = (sides: readonly number[]) => tree.value[leafOnWay(tree, sides)];
      await this.#keeper.add({ ofRow, onWay }, place);
      if (this.bag.length < columns.rowCount) await this.#addOutside(tree, this.of(this.scores, place));
    }
  }

  async endRound(): Promise<void> {
    for (const { tree, place } of this.#waiting.splice(0)) await this.add(tree, place);
  }

  /** The rows that are not in the bag; those that are ascend. */
  async #addOutside(tree: Tree, scores: Float64Array): Promise<void> {
    const bag = this.bag;
    const { columns } = this;
    let next = 0;
    await forRanges(columns.rowCount, this.pacer, (start, end) => {
      for (let row = start; row < end; row++) {
        if (bag[next] === row) next++;
        else addTree(tree, columns, scores, row, row + 1);
      }
    });
  }
}

/** The tree with each leaf as `leafValue` has it for the rows of the bag that come there. Where none comes, the leaf stays as it is. */
async function refitLeaves(
  tree: Tree,
  leafValue: (rows: Uint32Array) => number,
  columns: EncodedRows,
  bag: Uint32Array,
  pacer: Pacer,
): Promise<Tree> {
  const leaves = new Uint32Array(bag.length);
  const starts = new Uint32Array(tree.nodeCount + 1);
  await forRanges(bag.length, pacer, (start, end) => {
    for (let i = start; i < end; i++) {
      leaves[i] = leafOf(tree, columns, bag[i]);
      starts[leaves[i] + 1]++;
    }
  });
  for (let node = 0; node < tree.nodeCount; node++) starts[node + 1] += starts[node];
  const byLeaf = new Uint32Array(bag.length);
  const next = starts.slice();
  for (let i = 0; i < bag.length; i++) byLeaf[next[leaves[i]]++] = bag[i];
  const value = tree.value.slice();
  for (let node = 0; node < tree.nodeCount; node++) {
    if (!isLeaf(tree, node) || starts[node] === starts[node + 1]) continue;
    if (pacer.due()) await pacer.pause();
    value[node] = leafValue(byLeaf.subarray(starts[node], starts[node + 1]));
  }
  return { ...tree, value };
}
