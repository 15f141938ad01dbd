import type { Pacer } from "@cambium/kernels";
import { type CostMatrix, predictedClass } from "../tree/predicted-class.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { type ConfusionMatrix, confusionRows } from "./confusion-matrix.ts";
import type { ClassPredictions } from "./metric.ts";
import { pacedRanks, type RankedRows, rankedRows } from "./ranked-rows.ts";

/** What was predicted for rows of known classes. What several metrics ask for is computed at the first question. */
export class ClassOutcome {
  #likeliest: Int32Array | undefined;
  #decided: Int32Array | undefined;
  #confusion: Pick<ConfusionMatrix, "rows"> | undefined;
  readonly #ranks: (RankedRows | undefined)[] = [];

  constructor(
    /** Row after row, one per class. */
    readonly probabilities: Float64Array,
    /** The true class of each row, as its place among the classes; of a class that the model does not know -1 or less. */
    readonly actual: Int32Array,
    readonly classCount: number,
    readonly weights: Float64Array | null,
    /** What errors cost the model that was asked, where not all cost the same. */
    readonly cost: CostMatrix | null = null,
  ) {}

  /** The same predictions with what metrics of ours need of them. */
  static of(given: ClassPredictions): ClassOutcome {
    if (given instanceof ClassOutcome) return given;
    const { probabilities, actual, classCount, weights } = given;
    return new ClassOutcome(probabilities, actual, classCount, weights);
  }

  /** The same for somebody who may write to it. */
  copy(): ClassOutcome {
    const { probabilities, actual, classCount, weights, cost } = this;
    return new ClassOutcome(probabilities.slice(), actual.slice(), classCount, weights?.slice() ?? null, cost);
  }

  /** The likeliest class of each row; of equals the first. */
  get likeliest(): Int32Array {
    const { probabilities, actual, classCount } = this;
    this.#likeliest ??= actual.map((_, row) => indexOfLargest(probabilities, row * classCount, classCount));
    return this.#likeliest;
  }

  /** The class that is predicted for each row: the likeliest, or where errors have costs that of least expected cost. */
  get decided(): Int32Array {
    const { probabilities, actual, classCount, cost } = this;
    if (cost === null) return this.likeliest;
    this.#decided ??= actual.map((_, row) => predictedClass(cost, probabilities, row * classCount, classCount));
    return this.#decided;
  }

  /** With the classes that the model does not know behind those that it does. */
  get confusion(): Pick<ConfusionMatrix, "rows"> {
    const { classCount, actual } = this;
    const known = actual.map((code) => (code < 0 ? classCount - 1 - code : code));
    this.#confusion ??= { rows: confusionRows(known, this.decided, this.confusedClasses, this.weights) };
    return this.#confusion;
  }

  /** The classes of the confusion. */
  get confusedClasses(): number {
    return this.classCount - this.actual.reduce((least, code) => Math.min(least, code), 0);
  }

  /** The rows in the order of their probabilities of class k, as hits where they are of it. */
  ranks(k: number): RankedRows {
    const found = this.#ranks[k];
    if (found !== undefined) return found;
    const { scores, isClass } = this.#against(k);
    const ranks = rankedRows(scores, isClass, this.weights);
    this.#ranks[k] = ranks;
    return ranks;
  }

  /** Finds the ranks of class k before they are asked for, where there are rows by the million: others have their turn in between. */
  async prepareRanks(k: number, pacer: Pacer): Promise<void> {
    const { scores, isClass } = this.#against(k);
    this.#ranks[k] ??= await pacedRanks(scores, isClass, this.weights, pacer);
  }

  #against(k: number) {
    const scores = numberByRow(this.actual.length, (row) => this.probabilities[row * this.classCount + k]);
    return { scores, isClass: this.actual.map((code) => (code === k ? 1 : 0)) };
  }
}
