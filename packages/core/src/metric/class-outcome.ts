import { type CostMatrix, predictedClass } from "../tree/predicted-class.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import { type ConfusionMatrix, confusionRows } from "./confusion-matrix.ts";
import type { ClassPredictions } from "./metric.ts";
import { type RankedRows, ranksInTurns } from "./ranked-rows.ts";

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
    this.#likeliest ??= atOnce(this.#byRow((shares, at, count) => indexOfLargest(shares, at, count)));
    return this.#likeliest;
  }

  /** The class that is predicted for each row: the likeliest, or where errors have costs that of least expected cost. */
  get decided(): Int32Array {
    const { cost } = this;
    if (cost === null) return this.likeliest;
    this.#decided ??= atOnce(this.#byRow((shares, at, count) => predictedClass(cost, shares, at, count)));
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
    this.#ranks[k] ??= atOnce(this.#ranksOf(k));
    return this.#ranks[k];
  }

  /** Makes what `ranks` gives for the classes that are asked for: of two the second one, else all. */
  *prepareRanks(): Turns<void> {
    for (let k = this.classCount === 2 ? 1 : 0; k < this.classCount; k++) this.#ranks[k] ??= yield* this.#ranksOf(k);
  }

  /** Makes what `likeliest` and `decided` give. */
  *prepareDecisions(): Turns<void> {
    const { cost } = this;
    this.#likeliest ??= yield* this.#byRow((shares, at, count) => indexOfLargest(shares, at, count));
    if (cost === null) return;
    this.#decided ??= yield* this.#byRow((shares, at, count) => predictedClass(cost, shares, at, count));
  }

  *#byRow(of: (shares: Float64Array, at: number, count: number) => number): Turns<Int32Array> {
    const { probabilities, actual, classCount } = this;
    const found = new Int32Array(actual.length);
    yield* turnsOver(actual.length, (start, end) => {
      for (let row = start; row < end; row++) found[row] = of(probabilities, row * classCount, classCount);
    });
    return found;
  }

  *#ranksOf(k: number): Turns<RankedRows> {
    const { actual, probabilities, classCount } = this;
    const scores = new Float64Array(actual.length);
    const isClass = new Uint8Array(actual.length);
    yield* turnsOver(actual.length, (start, end) => {
      for (let row = start; row < end; row++) {
        scores[row] = probabilities[row * classCount + k];
        isClass[row] = actual[row] === k ? 1 : 0;
      }
    });
    return yield* ranksInTurns(scores, isClass, this.weights);
  }
}
