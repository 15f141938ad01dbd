import type { Pacer } from "@cambium/kernels";
import { schemaOf } from "../../dataset/column.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Target } from "../../dataset/target.ts";
import type { Ensemble } from "../../ensemble/ensemble.ts";
import type { AnyLoss } from "../../loss/loss.ts";
import { ClassOutcome } from "../../metric/class-outcome.ts";
import { figureInTurns } from "../../metric/figure-in-turns.ts";
import type { Figure } from "../../metric/metric.ts";
import type { MeasuredMetric } from "../../metric/metric-for.ts";
import type { SetScores } from "../../model/learning-curve.ts";
import { numbersOfScores, probabilitiesOfScores } from "../../model/predict-encoded.ts";
import type { InputPolicy } from "../../predict/encode-table.ts";
import { addOffsets, addTree } from "../../predict/predict-scores.ts";
import type { EncodedRows } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { locatedError } from "../../util/located-error.ts";
import { forRanges } from "../../util/ranges.ts";
import { inTurns } from "../../util/turns.ts";
import type { ValidationSet } from "../run/validation-sets.ts";
import { addPast } from "./add-past.ts";
import { meanLoss } from "./mean-loss.ts";
import { type MeasuredRows, measuredRows, withoutValues } from "./validation-rows.ts";

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
export class EvaluationRows {
  readonly name: string;
  /** What was noticed, in sentences. */
  readonly report: readonly string[];
  readonly #columns: EncodedRows;
  readonly #target: Target;
  readonly #lossTarget: Target;
  readonly #scores: Float64Array;

  static async read(
    dataset: Dataset,
    { name, where, table }: ValidationSet,
    plan: EvaluationPlan,
  ): Promise<EvaluationRows> {
    const { columns, target, weightColumn, offset } = dataset;
    const ignored = withoutValues(dataset);
    const known = { features: columns.map(schemaOf), target, weightColumn, offset: offset?.columns ?? [], ignored };
    const found = await measuredRows(known, table, plan.unseen, plan.pacer, where);
    try {
      plan.loss.checkTarget(found.lossTarget as never);
    } catch (error) {
      throw locatedError(error, where);
    }
    return new EvaluationRows(name, found, plan);
  }

  private constructor(
    name: string,
    { columns, target, lossTarget, rows, report }: MeasuredRows,
    private readonly plan: EvaluationPlan,
  ) {
    this.name = name;
    this.report = report;
    this.#columns = columns;
    this.#target = target;
    this.#lossTarget = lossTarget;
    this.#scores = new Float64Array(rows.length * plan.initialScores.length);
    plan.initialScores.forEach((score, place) => {
      this.#scores.fill(score, place * rows.length, (place + 1) * rows.length);
    });
    if (columns.offsets !== undefined) addOffsets(this.#scores, columns.offsets);
  }

  /** Adds to each score what its trees say of the row. The scores take turns. */
  async add(trees: readonly Tree[]): Promise<void> {
    const { rowCount } = this.#columns;
    const scoreCount = this.plan.initialScores.length;
    for (const [index, tree] of trees.entries()) {
      const place = index % scoreCount;
      const scores = this.#scores.subarray(place * rowCount, (place + 1) * rowCount);
      await forRanges(rowCount, this.plan.pacer, (start, end) => addTree(tree, this.#columns, scores, start, end));
    }
  }

  /** Adds what all trees of a model say, which has as many scores a row. */
  async addPast(past: Ensemble): Promise<void> {
    await addPast(past, this.#columns, this.#scores, this.plan.pacer);
  }

  /** The loss and the metrics at the scores so far. */
  measure(): Promise<SetScores> {
    return measureScores(this.#target, this.#scores, this.plan, this.#lossTarget);
  }
}

/**
 * The loss and the metrics of the rows of a set at their scores. The loss and the metrics of ours are sums on grids, so the order of
 * the rows has no say.
 */
export async function measureScores(
  target: Target,
  scores: Float64Array,
  plan: EvaluationPlan,
  lossTarget: Target = target,
): Promise<SetScores> {
  const { loss, metrics, pacer } = plan;
  const figures: [name: string, value: number][] = [["meanLoss", await meanLoss(loss, lossTarget, scores, pacer)]];
  const outcome = metrics.length === 0 ? null : await outcomeAt(target, scores, plan);
  for (const metric of metrics) {
    if (pacer.due()) await pacer.pause();
    // The outcome is of the task that the metrics are for.
    figures.push([metric.name, await inTurns(figureInTurns(metric as Figure<never>, outcome as never), pacer)]);
  }
  return Object.fromEntries(figures) as unknown as SetScores;
}

/** What metrics look at. What several of them need of the scores is computed once. */
async function outcomeAt(target: Target, scores: Float64Array, plan: EvaluationPlan) {
  const { loss, initialScores: initialScore, pacer } = plan;
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

/** The scores of rows `start` to `end` - 1, row after row: here they stand class after class. */
function rowAfterRow(scores: Float64Array, rowCount: number, start: number, end: number): Float64Array {
  const width = scores.length / rowCount;
  if (width === 1) return scores.subarray(start, end);
  const some = new Float64Array(width * (end - start));
  for (let i = 0; i < some.length; i++) some[i] = scores[(i % width) * rowCount + start + Math.floor(i / width)];
  return some;
}
