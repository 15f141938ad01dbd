import { newtonStep, type Pacer, type StepRules } from "@cambium/kernels";
import type { Target } from "../../dataset/target.ts";
import type { ScoreKeeper, TreeEngine } from "../../engine/tree-engine.ts";
import type { Ensemble } from "../../ensemble/ensemble.ts";
import type { FitGoal } from "../../goal/fit-goal.ts";
import { gradientGoalInTurns } from "../../goal/gradient-goal.ts";
import { type AnyLoss, isClassLoss } from "../../loss/loss.ts";
import { addOffsets, addTree } from "../../predict/predict-scores.ts";
import { type EncodedRows, leafOf, leafOnWay } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { exactSum } from "../../util/exact-sum.ts";
import { forRanges } from "../../util/ranges.ts";
import { inTurns } from "../../util/turns.ts";
import { addPast } from "../validation/add-past.ts";
import type { BoostingPlan } from "./boosting-plan.ts";
import { checkDerivatives } from "./check-derivatives.ts";
import type { GradientDraw, RoundDerivatives } from "./gradient-sample.ts";
import { leafValueOf } from "./leaf-value-of.ts";
import { refitLeaves } from "./refit-leaves.ts";

/**
 * The training rows of one boosting run: where their scores stand, and what the next trees are to fit. A row has one score, or one for
 * each class, all rows of the first class before those of the second.
 *
 * Life cycle
 * 1. All scores begin at the initial ones, and the offsets of the rows besides.
 * 2. `derive` once a round, or for each of the trees that a score has in it: the derivatives of the loss at the scores.
 * 3. `goalOf` for each score: the derivatives as a tree's goal. The goal lives until the next call.
 * 4. `add`, before the next goal: the scores of all rows, in the bag or not, move by the values of the tree.
 * 5. `endRound`: where a score has several trees in a round, its rows move by all of them now.
 *
 * Where the engine keeps the scores, and has the derivatives of the loss compiled, nothing is copied.
 */
export class BoostingRows {
  /** Before the link. */
  readonly scores: Float64Array;
  private readonly loss: AnyLoss;
  private readonly lineSearch: RowsPlan["lineSearch"];
  /** Trees of the round that others of it may not see; null where it has but one for a score. */
  readonly #waiting: { readonly tree: Tree; readonly place: number }[] | null;
  /** null: nobody keeps the scores beside the rows. */
  readonly #keeper: ScoreKeeper | null;
  readonly #roundsGoals: boolean;
  readonly #columns: EncodedRows;
  readonly #scoreCount: number;
  #derivatives: RoundDerivatives | null = null;
  #compiled: FitGoal | null = null;
  #round = 0;
  #bag: Uint32Array = new Uint32Array(0);

  constructor(
    private readonly given: TrainingRows,
    /** null: no trees are grown. */
    engine: Pick<TreeEngine, "scores" | "roundsGoals"> | null,
    { loss, initialScores, lineSearch, treesPerRound }: RowsPlan,
    private readonly pacer: Pacer,
  ) {
    const { rowCount } = given.columns;
    this.#columns = given.columns;
    this.loss = loss;
    this.lineSearch = lineSearch;
    this.#waiting = treesPerRound > 1 ? [] : null;
    this.#scoreCount = initialScores.length;
    this.#keeper = engine?.scores ?? null;
    this.#roundsGoals = engine?.roundsGoals ?? false;
    this.scores = this.#keeper?.values ?? new Float64Array(rowCount * initialScores.length);
    initialScores.forEach((score, place) => {
      this.#of(this.scores, place).fill(score);
    });
    if (given.columns.offsets !== undefined) addOffsets(this.scores, given.columns.offsets);
  }

  /** The rows that the next trees grow on, ascending. */
  get bag(): Uint32Array {
    return this.#bag;
  }

  get #isOne(): boolean {
    return this.#scoreCount === 1;
  }

  /** What an array has of one of the scores. */
  #of(array: Float64Array, place: number): Float64Array {
    const { rowCount } = this.#columns;
    return this.#isOne ? array : array.subarray(place * rowCount, (place + 1) * rowCount);
  }

  /**
   * The derivatives at the scores of now, for the rows of the round's bag, which ascend, or for those of it that `draw` chooses by them.
   * Throws where a derivative of any row is not finite, or a second one is below 0.
   */
  async derive(round: number, bag: Uint32Array, draw: GradientDraw | null): Promise<void> {
    this.#round = round;
    this.#bag = bag;
    const isDrawn = draw?.isFor(round) === true;
    this.#compiled = isDrawn ? null : await this.#compiledGoal(0);
    if (this.#compiled !== null) return;
    const derivatives = await this.#deriveAll();
    if (isDrawn) this.#bag = await draw.choose(round, derivatives, this.pacer);
  }

  async #deriveAll(): Promise<RoundDerivatives> {
    const { loss } = this;
    const { target } = this.given;
    const { rowCount } = this.#columns;
    this.#derivatives ??= {
      gradients: new Float64Array(this.scores.length),
      hessians: new Float64Array(this.scores.length),
    };
    const { gradients, hessians } = this.#derivatives;
    if (loss.constantHessian) hessians.fill(1);
    await forRanges(rowCount, this.pacer, (start, end) => {
      // The loss is one for the task of the target, as the plan has seen to.
      const seconds = loss.constantHessian ? null : hessians;
      loss.derivatives(target as never, this.scores, gradients, seconds, start, end);
      for (let place = 0; place < this.#scoreCount; place++) {
        checkDerivatives(loss.spec, this.#round, this.#of(gradients, place), this.#of(hessians, place), start, end);
      }
    });
    return this.#derivatives;
  }

  /** Adds what all trees of a model say, which has as many scores a row. */
  async addPast(past: Ensemble): Promise<void> {
    await addPast(past, this.#columns, this.scores, this.pacer);
  }

  /** Null where the derivatives are not compiled, or not finite. */
  async #compiledGoal(place: number): Promise<FitGoal | null> {
    const { loss, lineSearch } = this;
    // Those that are compiled bring their hessians.
    if (lineSearch !== null || this.#keeper === null) return null;
    if (isClassLoss(loss)) {
      // One class has no room for shares, which are 1.
      if (loss.kernel === undefined || this.#isOne) return null;
      return this.#keeper.deriveClass(loss.kernel, place, this.#bag);
    }
    return this.#keeper.derive(this.#bag);
  }

  /** What the tree of a score is to fit: the derivatives times the row's weight, on the grid of the bag. */
  async goalOf(place: number): Promise<FitGoal> {
    if (this.#compiled !== null) {
      const compiled = place === 0 ? this.#compiled : await this.#compiledGoal(place);
      if (compiled !== null) return compiled;
      // It is told which row is wrong.
      await this.#deriveAll();
    }
    if (this.#derivatives === null) throw new TypeError("unreachable: the derivatives come first");
    const { gradients, hessians } = this.#derivatives;
    const { weights } = this.given.target;
    const seconds = this.lineSearch === null ? this.#of(hessians, place) : null;
    // The steps of leaves are found from these numbers, too.
    const isRounded = !this.#roundsGoals || this.lineSearch !== null;
    const goal = gradientGoalInTurns(this.#of(gradients, place), seconds, weights, this.#bag, isRounded);
    return inTurns(goal, this.pacer);
  }

  /** A tree that has grown for a score, with its leaves as they are to be where they are more than Newton steps. */
  refit(tree: Tree, place: number): Promise<Tree> {
    const { loss, lineSearch, scores } = this;
    const { target } = this.given;
    const leafValue = isClassLoss(loss)
      ? lineSearch && this.#stepOfClass(place, lineSearch)
      : leafValueOf(loss, target, scores, lineSearch);
    if (leafValue === null) return Promise.resolve(tree);
    return refitLeaves(tree, leafValue, { columns: this.#columns, bag: this.#bag }, this.pacer);
  }

  /** Friedman's leaf where each class has a tree: one Newton step, by (K - 1) / K, since the scores say no more than their differences do. */
  #stepOfClass(place: number, rules: StepRules): (rows: Uint32Array) => number {
    if (this.#derivatives === null) throw new TypeError("unreachable: the derivatives come first");
    const { weights } = this.given.target;
    const share = (this.#scoreCount - 1) / this.#scoreCount;
    // The goal has weighed the gradients, and left the hessians as the loss wrote them.
    const gradients = this.#of(this.#derivatives.gradients, place);
    const hessians = this.#of(this.#derivatives.hessians, place);
    return (rows) => {
      const sum = exactSum(rows.length, (i) => gradients[rows[i]]);
      const weight = exactSum(rows.length, (i) => (weights?.[rows[i]] ?? 1) * hessians[rows[i]]);
      return share * newtonStep(sum, weight, rules);
    };
  }

  /** Adds to one of the scores of each row what a tree says of the row; of several trees for a score not before the round ends. */
  async add(tree: Tree, place: number): Promise<void> {
    if (this.#waiting !== null) {
      this.#waiting.push({ tree, place });
      return;
    }
    const { rowCount } = this.#columns;
    const scores = this.#of(this.scores, place);
    const values = {
      ofRow: (row: number) => tree.value[leafOf(tree, this.#columns, row)],
      onWay: (sides: readonly number[]) => tree.value[leafOnWay(tree, sides)],
    };
    if (this.#keeper === null) {
      await forRanges(rowCount, this.pacer, (start, end) => addTree(tree, this.#columns, scores, start, end));
      return;
    }
    await this.#keeper.add(values, place);
    if (this.#bag.length < rowCount) await this.#addOutside(tree, scores);
  }

  async endRound(): Promise<void> {
    for (const { tree, place } of this.#waiting?.splice(0) ?? []) {
      const scores = this.#of(this.scores, place);
      const { rowCount } = this.#columns;
      await forRanges(rowCount, this.pacer, (start, end) => addTree(tree, this.#columns, scores, start, end));
    }
  }

  /** The rows that are not in the bag; those that are ascend. */
  async #addOutside(tree: Tree, scores: Float64Array): Promise<void> {
    let next = 0;
    await forRanges(this.#columns.rowCount, this.pacer, (start, end) => {
      for (let row = start; row < end; row++) {
        if (this.#bag[next] === row) next++;
        else addTree(tree, this.#columns, scores, row, row + 1);
      }
    });
  }
}

/** As trees read them. */
export interface TrainingRows {
  readonly columns: EncodedRows;
  readonly target: Target;
}

/**
 * What the rows need of the plan. `lineSearch` null: trees fit gradients and hessians. Else gradients alone, and their leaves are then
 * searched for within these rules.
 */
type RowsPlan = Pick<BoostingPlan, "loss" | "initialScores" | "lineSearch" | "treesPerRound">;
