import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../dataset/dataset.ts";
import type { Target } from "../dataset/target.ts";
import type { AnyLoss } from "../loss/loss.ts";
import { ClassOutcome } from "../metric/class-outcome.ts";
import { classificationMetrics, metricNamed, regressionMetrics } from "../metric/metric-table.ts";
import type { RoundScores } from "../model/learning-curve.ts";
import { numbersOfScores, probabilitiesOfScores } from "../model/predict-encoded.ts";
import type { InputPolicy } from "../predict/encode-table.ts";
import { addTree } from "../predict/predict-scores.ts";
import type { TableInput } from "../table/table-like.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { locatedError } from "../util/located-error.ts";
import { forRanges } from "../util/ranges.ts";
import { meanLoss } from "./mean-loss.ts";
import { measuredRows, type ValidationRows } from "./validation-rows.ts";

/** The direction of the loss, or of a metric for this task. */
export function betterOf(caller: string, task: Target["task"], name: string): "higher" | "lower" {
  if (name === "loss") return "lower";
  return task === "classification"
    ? metricNamed(caller, classificationMetrics, name).better
    : metricNamed(caller, regressionMetrics, name).better;
}

/** What is measured on rows, and how they are read. */
export interface EvaluationPlan {
  readonly loss: AnyLoss;
  readonly initialScores: Float64Array;
  /** Besides the loss. */
  readonly metrics: readonly string[];
  readonly unseen: InputPolicy["unseen"];
  readonly pacer: Pacer;
}

/** Rows that the trees do not learn from. Their scores move by one tree a round, as those of the training rows do. */
export class EvaluationRows {
  /** What was noticed, in sentences. */
  readonly report: readonly string[];
  readonly #columns: EncodedRows;
  readonly #target: Target;
  readonly #scores: Float64Array;

  static async read(dataset: Dataset, input: TableInput, plan: EvaluationPlan): Promise<EvaluationRows> {
    const found = await measuredRows(dataset, input, plan.unseen, plan.pacer);
    try {
      plan.loss.checkTarget(found.target as never);
    } catch (error) {
      throw locatedError(error, "validation");
    }
    return new EvaluationRows(found, plan);
  }

  private constructor(
    { columns, target, rows, report }: ValidationRows,
    private readonly plan: EvaluationPlan,
  ) {
    this.report = report;
    this.#columns = columns;
    this.#target = target;
    this.#scores = new Float64Array(rows.length * plan.initialScores.length);
    plan.initialScores.forEach((score, place) => {
      this.#scores.fill(score, place * rows.length, (place + 1) * rows.length);
    });
  }

  /** Adds to each score what its tree says of the row. */
  async add(trees: readonly Tree[]): Promise<void> {
    const { rowCount } = this.#columns;
    for (const [place, tree] of trees.entries()) {
      const scores = this.#scores.subarray(place * rowCount, (place + 1) * rowCount);
      await forRanges(rowCount, this.plan.pacer, (start, end) => addTree(tree, this.#columns, scores, start, end));
    }
  }

  /** The loss and the metrics at the scores so far; all of them are sums on grids, so the order of the rows has no say. */
  async measure(): Promise<NonNullable<RoundScores["validation"]>> {
    const figures: [name: string, value: number][] = [
      ["loss", await meanLoss(this.plan.loss, this.#target, this.#scores, this.plan.pacer)],
    ];
    const metricOf = await this.#metricsAtScores();
    for (const name of this.plan.metrics) {
      if (this.plan.pacer.due()) await this.plan.pacer.pause();
      figures.push([name, metricOf(name)]);
    }
    return Object.fromEntries(figures) as NonNullable<RoundScores["validation"]>;
  }

  /** What several metrics need of the scores is computed once. */
  async #metricsAtScores(): Promise<(name: string) => number> {
    const { metrics, loss, pacer } = this.plan;
    if (metrics.length === 0) return () => Number.NaN;
    const target = this.#target;
    const scores = this.#scores;
    const { link } = loss;
    if (target.task === "regression") {
      const predicted = new Float64Array(scores.length);
      await forRanges(scores.length, pacer, (start, end) => {
        predicted.set(numbersOfScores({ link }, scores.subarray(start, end)), start);
      });
      const outcome = { predicted, actual: target.values, weights: target.weights };
      return (name) => metricNamed("fit", regressionMetrics, name).of(outcome);
    }
    const { codes, classes, weights } = target;
    const initialScore = this.plan.initialScores;
    const width = classes.length;
    const { rowCount } = this.#columns;
    const shares = new Float64Array(width * rowCount);
    await forRanges(rowCount, pacer, (start, end) => {
      const some = rowAfterRow(scores, rowCount, start, end);
      shares.set(probabilitiesOfScores({ link, classes, ensemble: { initialScore } }, some), width * start);
    });
    const outcome = new ClassOutcome(shares, codes, width, weights);
    if (width === 2 && metrics.some((name) => name === "auc" || name === "averagePrecision")) {
      await outcome.prepareRanks(1, pacer);
    }
    return (name) => metricNamed("fit", classificationMetrics, name).of(outcome);
  }
}

/** The scores of rows `start` to `end` - 1, row after row: here they stand class after class. */
function rowAfterRow(scores: Float64Array, rowCount: number, start: number, end: number): Float64Array {
  const width = scores.length / rowCount;
  if (width === 1) return scores.subarray(start, end);
  const some = new Float64Array(width * (end - start));
  for (let i = 0; i < some.length; i++) some[i] = scores[(i % width) * rowCount + start + Math.floor(i / width)];
  return some;
}
