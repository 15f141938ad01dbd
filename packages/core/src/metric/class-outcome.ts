import { MOST_CLASSES } from "../dataset/target.ts";
import { type CostMatrix, predictedClass } from "../tree/predicted-class.ts";
import { checkArgument, integerFrom } from "../util/check-options.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { weightsOnGrid } from "../util/round-to-grid.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import { classBelow, finiteNumber, rowsInTurns } from "./check-rows.ts";
import type { ClassPredictions } from "./metric.ts";
import { type RankedRows, ranksInTurns } from "./ranked-rows.ts";

/** What was predicted for rows of known classes. What several metrics ask for is computed at the first question. */
export class ClassOutcome {
  #isChecked = false;
  #likeliest: Int32Array | undefined;
  #decided: Int32Array | undefined;
  #confusion: number[][] | undefined;
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

  /** Rows whose predicted classes are known, and no probabilities. */
  static ofDecisions(actual: Int32Array, decided: Int32Array, classCount: number, weights: Float64Array | null) {
    const outcome = new ClassOutcome(new Float64Array(0), actual, classCount, weights);
    outcome.#likeliest = decided;
    return outcome;
  }

  /** The same for somebody who may write to it. */
  copy(): ClassOutcome {
    const { probabilities, actual, classCount, weights, cost } = this;
    return new ClassOutcome(probabilities.slice(), actual.slice(), classCount, weights?.slice() ?? null, cost);
  }

  /** Refuses rows that no metric has a figure for. `caller` is the metric. */
  *check(caller: string): Turns<void> {
    if (this.#isChecked) return;
    const { probabilities, actual, classCount, weights } = this;
    checkArgument(`${caller}: classCount`, classCount, integerFrom(1, MOST_CLASSES));
    const all = [probabilities, finiteNumber, classCount] as const;
    yield* rowsInTurns(caller, { actual: [actual, classBelow(classCount, true)], probabilities: all }, weights);
    this.#isChecked = true;
  }

  /** The likeliest class of each row; a tie goes to the first. */
  get likeliest(): Int32Array {
    return atOnce(this.likeliestInTurns());
  }

  *likeliestInTurns(): Turns<Int32Array> {
    this.#likeliest ??= yield* this.#byRow(indexOfLargest);
    return this.#likeliest;
  }

  /** The class that is predicted for each row: the likeliest, or where errors have costs that of least expected cost. */
  *decided(): Turns<Int32Array> {
    const { cost } = this;
    if (cost === null) return yield* this.likeliestInTurns();
    this.#decided ??= yield* this.#byRow((shares, at, count) => predictedClass(cost, shares, at, count));
    return this.#decided;
  }

  /** How often rows of each class were predicted as each class. The classes that the model does not know come last. */
  *confusion(): Turns<number[][]> {
    if (this.#confusion !== undefined) return this.#confusion;
    const { actual, classCount, weights } = this;
    const decided = yield* this.decided();
    const size = classCount - actual.reduce((least, code) => Math.min(least, code), 0);
    const rows = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    const exact = weightsOnGrid(actual.length, weights);
    yield* turnsOver(actual.length, (start, end) => {
      for (let row = start; row < end; row++) {
        const code = actual[row] < 0 ? classCount - 1 - actual[row] : actual[row];
        rows[code][decided[row]] += exact[row];
      }
    });
    this.#confusion = rows;
    return rows;
  }

  /** The rows in the order of their probabilities of class k, as hits where they are of it. */
  *ranks(k: number): Turns<RankedRows> {
    const { actual, probabilities, classCount, weights } = this;
    if (this.#ranks[k] !== undefined) return this.#ranks[k];
    const scores = yield* numbersInTurns(actual.length, (row) => probabilities[row * classCount + k]);
    const isClass = yield* numbersInTurns(actual.length, (row) => (actual[row] === k ? 1 : 0));
    this.#ranks[k] = yield* ranksInTurns(scores, isClass, weights);
    return this.#ranks[k];
  }

  *#byRow(of: (shares: Float64Array, at: number, count: number) => number): Turns<Int32Array> {
    const { probabilities, actual, classCount } = this;
    const found = new Int32Array(actual.length);
    yield* turnsOver(actual.length, (start, end) => {
      for (let row = start; row < end; row++) found[row] = of(probabilities, row * classCount, classCount);
    });
    return found;
  }
}
