import type { Dataset } from "../../dataset/dataset.ts";
import type { Ensemble } from "../../ensemble/ensemble.ts";
import { type SetScores, TRAIN_SET } from "../../model/learning-curve.ts";
import type { Tree } from "../../tree/tree.ts";
import type { ValidationSet } from "../run/validation-sets.ts";
import { type EvaluationPlan, EvaluationRows, measureScores } from "./evaluation-rows.ts";

/** All rows that are measured after each round, by the names of their sets; the training rows come first, where they are. */
export class EvaluationSets {
  /** What was noticed, in sentences. */
  readonly report: readonly string[];

  /** `withTrain`: the training rows are measured too. */
  static async read(
    dataset: Dataset,
    given: readonly ValidationSet[],
    plan: EvaluationPlan,
    withTrain: boolean,
  ): Promise<EvaluationSets> {
    const sets: EvaluationRows[] = [];
    for (const set of given) sets.push(await EvaluationRows.read(dataset, set, plan));
    return new EvaluationSets(sets, withTrain ? dataset.target : null, plan);
  }

  private constructor(
    private readonly sets: readonly EvaluationRows[],
    private readonly trained: Dataset["target"] | null,
    private readonly plan: EvaluationPlan,
  ) {
    this.report = sets.flatMap(({ report }) => report);
  }

  /** Adds the trees of a round to the scores of all rows that they did not learn from. */
  async add(trees: readonly Tree[]): Promise<void> {
    for (const set of this.sets) await set.add(trees);
  }

  async addPast(past: Ensemble): Promise<void> {
    for (const set of this.sets) await set.addPast(past);
  }

  /** What there is to say of every set; the scores of the training rows are kept by others. */
  async measure(trainScores: Float64Array): Promise<Readonly<Record<string, SetScores>>> {
    const found: [string, SetScores][] = [];
    if (this.trained !== null) {
      found.push([TRAIN_SET, await measureScores(this.trained, trainScores, this.plan)]);
    }
    for (const set of this.sets) found.push([set.name, await set.measure()]);
    return Object.fromEntries(found);
  }
}
