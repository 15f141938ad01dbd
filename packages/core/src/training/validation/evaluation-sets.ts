import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import type { ClassificationTarget, Target } from "../../dataset/target.ts";
import { type Ensemble, treesOfScores } from "../../ensemble/ensemble.ts";
import { type AnyLoss, isClassLoss } from "../../loss/loss.ts";
import { ClassOutcome } from "../../metric/class-outcome.ts";
import { type Figure, figureInTurns } from "../../metric/metric.ts";
import type { MeasuredMetric } from "../../metric/metric-for.ts";
import { type SetScores, TRAIN_SET } from "../../model/learning-curve.ts";
import { numbersOfScores, probabilitiesOfScores } from "../../model/predict-encoded.ts";
import type { InputPolicy } from "../../predict/encode-table.ts";
import { addOffsets, addTree, addTreesInTurns } from "../../predict/predict-scores.ts";
import type { EncodedRows } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { meanInTurns } from "../../util/exact-sum.ts";
import { locatedError } from "../../util/located-error.ts";
import { numbersInTurns } from "../../util/number-by-row.ts";
import { forRanges } from "../../util/ranges.ts";
import { inTurns } from "../../util/turns.ts";
import type { ValidationSet } from "../run/own-run.ts";
import { heldOutRows, knownColumns } from "./held-out-rows.ts";

/** What is measured on rows, and how they are read. */
export interface EvaluationPlan {
  readonly loss: AnyLoss;
  readonly initialScores: Float64Array;
  /** Besides the loss. */
  readonly metrics: readonly MeasuredMetric[];
  readonly unseen: InputPolicy["unseen"];
  readonly pacer: Pacer;
}

/** Rows that the trees do not learn from. Their scores move by the trees of a round, as those of the training rows do. */
interface EvaluatedSet {
  readonly name: string;
  readonly rows: ScoredRows;
  readonly target: Target;
  /** As losses take it: see `targetForLoss`. */
  readonly lossTarget: Target;
}

/** All rows that are measured after each round, by the names of their sets; the training rows come first, where they are. */
export class EvaluationSets {
  private constructor(
    private readonly sets: readonly EvaluatedSet[],
    /** What was noticed, in sentences. */
    readonly report: readonly string[],
    private readonly trained: Target | null,
    private readonly plan: EvaluationPlan,
  ) {}

  /**
   * Reads the tables. Their rows are weighed by the column that weighs those of the dataset, where there is one, and have their offsets in
   * the columns of the same names. `withTrain`: the training rows are measured too.
   */
  static async read(
    dataset: Dataset,
    given: readonly ValidationSet[],
    plan: EvaluationPlan,
    withTrain: boolean,
  ): Promise<EvaluationSets> {
    const { loss, initialScores, unseen, pacer } = plan;
    const sets: EvaluatedSet[] = [];
    const remarks: string[] = [];
    for (const { name, where, table } of given) {
      const ofUnseen = "metrics count it as wrong, and the loss leaves it out";
      const reading = heldOutRows(knownColumns(dataset), table, unseen, where, ofUnseen);
      const { columns, target, report } = await inTurns(reading, pacer);
      const lossTarget = targetForLoss(target, where);
      try {
        loss.checkTarget(lossTarget as never);
      } catch (error) {
        throw locatedError(error, where);
      }
      sets.push({ name, target, lossTarget, rows: new ScoredRows(columns, initialScores, pacer) });
      remarks.push(...report);
    }
    return new EvaluationSets(sets, remarks, withTrain ? dataset.target : null, plan);
  }

  /** Adds the trees of a round to the scores of all rows that they did not learn from. */
  async add(trees: readonly Tree[]): Promise<void> {
    const scoreCount = this.plan.initialScores.length;
    for (const { rows } of this.sets) {
      for (const [index, tree] of trees.entries()) await rows.add(tree, index % scoreCount);
    }
  }

  async addPast(past: Ensemble): Promise<void> {
    for (const { rows } of this.sets) await rows.addPast(past);
  }

  /** The loss and the metrics of every set at the scores so far; the scores of the training rows are kept by others. */
  async measure(trainScores: Float64Array): Promise<Readonly<Record<string, SetScores>>> {
    const found: [string, SetScores][] = [];
    const { trained } = this;
    if (trained !== null) found.push([TRAIN_SET, await this.#measured(trained, trained, trainScores)]);
    for (const { name, target, lossTarget, rows } of this.sets) {
      found.push([name, await this.#measured(target, lossTarget, rows.scores)]);
    }
    return Object.fromEntries(found);
  }

  /** The loss and the metrics of ours are sums on grids, so the order of the rows has no say. */
  async #measured(target: Target, lossTarget: Target, scores: Float64Array): Promise<SetScores> {
    const { loss, metrics, pacer } = this.plan;
    const figures: [name: string, value: number][] = [["meanLoss", await meanLoss(loss, lossTarget, scores, pacer)]];
    const outcome = metrics.length === 0 ? null : await this.#outcomeAt(target, scores);
    for (const metric of metrics) {
      if (pacer.due()) await pacer.pause();
      // The outcome is of the task that the metrics are for.
      figures.push([metric.name, await inTurns(figureInTurns(metric as Figure<never>, outcome as never), pacer)]);
    }
    return Object.fromEntries(figures) as unknown as SetScores;
  }

  /** What metrics look at. What several of them need of the scores is computed once. */
  async #outcomeAt(target: Target, scores: Float64Array) {
    const { loss, initialScores: initialScore, pacer } = this.plan;
    const { link } = loss;
    if (target.task === "regression") {
      const predicted = new Float64Array(scores.length);
      await forRanges(scores.length, pacer, (start, end) => {
        predicted.set(numbersOfScores({ link }, scores.subarray(start, end)), start);
      });
      return { predicted, actual: target.values, weights: target.weights };
    }
    const { codes, classes, weights } = target;
    const width = classes.length;
    const shares = new Float64Array(width * codes.length);
    await forRanges(codes.length, pacer, (start, end) => {
      const some = rowAfterRow(scores, codes.length, start, end);
      shares.set(probabilitiesOfScores({ link, classes, ensemble: { initialScore } }, some), width * start);
    });
    return new ClassOutcome(shares, codes, width, weights);
  }
}

/** The same rows for a loss. A row of a class that training never saw has none, and so no weight: metrics count it as wrong. */
export function targetForLoss(target: Target, where: string): Target {
  if (target.task === "regression" || target.codes.every((code) => code >= 0)) return target;
  const weights = Float64Array.from(target.codes, (code, row) => (code < 0 ? 0 : (target.weights?.[row] ?? 1)));
  if (weights.every((weight) => weight === 0))
    throw new CambiumError("bad-target", `${where} has no row of a class that training saw; pass others`);
  return { ...target, weights, codes: target.codes.map((code) => Math.max(0, code)) };
}

/** The weighted mean loss of rows at their scores: one a row, or those of each class one after the other. */
export async function meanLoss(loss: AnyLoss, target: Target, scores: Float64Array, pacer: Pacer): Promise<number> {
  const rowCount = target.task === "classification" ? target.codes.length : target.values.length;
  const own = new Float64Array(scores.length / rowCount);
  const lossOf = (row: number) => {
    if (!isClassLoss(loss)) return loss.value(target, row, scores[row]);
    for (let code = 0; code < own.length; code++) own[code] = scores[code * rowCount + row];
    return loss.value(target as ClassificationTarget, row, own);
  };
  const losses = await inTurns(numbersInTurns(rowCount, lossOf), pacer);
  return inTurns(meanInTurns(losses, target.weights), pacer);
}

/** The scores of rows `start` to `end` - 1, row after row: here they stand class after class. */
function rowAfterRow(scores: Float64Array, rowCount: number, start: number, end: number): Float64Array {
  const width = scores.length / rowCount;
  if (width === 1) return scores.subarray(start, end);
  const some = new Float64Array(width * (end - start));
  for (let i = 0; i < some.length; i++) some[i] = scores[(i % width) * rowCount + start + Math.floor(i / width)];
  return some;
}

/**
 * Rows with scores that trees move. A row has one score, or one for each class: all rows of the first class before those of the second. The
 * scores begin at the initial ones, and the offsets of the rows besides.
 */
export class ScoredRows {
  constructor(
    readonly columns: EncodedRows,
    private readonly initialScores: Float64Array,
    protected readonly pacer: Pacer,
    readonly scores: Float64Array = new Float64Array(columns.rowCount * initialScores.length),
  ) {
    initialScores.forEach((score, place) => {
      this.of(this.scores, place).fill(score);
    });
    if (columns.offsets !== undefined) addOffsets(this.scores, columns.offsets);
  }

  /** What an array has of one of the scores. */
  of(array: Float64Array, place: number): Float64Array {
    const { rowCount } = this.columns;
    return this.initialScores.length === 1 ? array : array.subarray(place * rowCount, (place + 1) * rowCount);
  }

  /** Adds to one of the scores of each row what a tree says of the row. */
  async add(tree: Tree, place: number): Promise<void> {
    const { columns } = this;
    const scores = this.of(this.scores, place);
    await forRanges(columns.rowCount, this.pacer, (start, end) => addTree(tree, columns, scores, start, end));
  }

  /** Adds what all trees of a model say, which has as many scores a row: tree after tree, as training does. */
  async addPast(past: Ensemble): Promise<void> {
    const rows = { rowCount: this.columns.rowCount, columns: this.columns.columns };
    for (const [place, trees] of treesOfScores(past).entries()) {
      const own: Ensemble = {
        trees: trees.map((index) => past.trees[index]),
        initialScore: past.initialScore.subarray(place, place + 1),
      };
      await inTurns(addTreesInTurns(own, rows, this.of(this.scores, place)), this.pacer);
    }
  }
}
