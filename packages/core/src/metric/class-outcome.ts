import { type CostMatrix, predictedClass } from "../tree/predicted-class.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { confusionMatrix } from "./classification-metrics.ts";
import { type RankedRows, rankedRows } from "./ranked-rows.ts";

/** What was predicted for rows of known classes. What several metrics ask for is computed at the first question. */
export class ClassOutcome {
  #likeliest: Int32Array | undefined;
  #decided: Int32Array | undefined;
  #confusion: Float64Array | undefined;
  readonly #ranks: (RankedRows | undefined)[] = [];

  constructor(
    /** Row after row, one per class. */
    readonly probabilities: Float64Array,
    /** The true class of each row, as its place among the classes. */
    readonly actual: Int32Array,
    readonly classCount: number,
    readonly weights: Float64Array | null,
    /** What errors cost the model that was asked, where not all cost the same. */
    readonly cost: CostMatrix | null = null,
  ) {}

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

  get confusion(): Float64Array {
    this.#confusion ??= confusionMatrix(this.decided, this.actual, this.classCount, this.weights);
    return this.#confusion;
  }

  /** The rows in the order of their probabilities of class k, as hits where they are of it. */
  ranks(k: number): RankedRows {
    const found = this.#ranks[k];
    if (found !== undefined) return found;
    const scores = Float64Array.from(this.actual, (_, row) => this.probabilities[row * this.classCount + k]);
    const isClass = this.actual.map((code) => (code === k ? 1 : 0));
    const ranks = rankedRows(scores, isClass, this.weights);
    this.#ranks[k] = ranks;
    return ranks;
  }
}
