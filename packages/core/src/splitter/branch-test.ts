import type { ClassGoal } from "../goal/fit-goal.ts";
import { roundToStep } from "../util/grid.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { CandidateSplit } from "./split.ts";
import type { SearchNode } from "./splitter.ts";
import type { WeightedRows } from "./weighted-rows.ts";

/** A node of a tree in which a row may be in several branches. */
export interface BranchNode extends SearchNode {
  readonly items: WeightedRows;
}

/**
 * A question that may part a node into two branches or more, and what it is worth there. `categories` has the child of each code, or nothing for a
 * threshold; the records and rows of the children are those whose value is known.
 */
export interface BranchTest extends Omit<CandidateSplit, "gain" | "missingChild"> {
  readonly kind: "threshold" | "multiway";
  /** In bits times weight: what the answer tells of the class, over the rows whose value is known. */
  readonly information: number;
  /** The same, less what it costs to say which threshold of many it is: what tests are compared by. */
  readonly worth: number;
  /** In bits times weight: what it takes to say the answer; rows without a value are an answer of their own. */
  readonly splitInformation: number;
  /** Whether it asks for one of very many categories, which tell much by their number alone. */
  readonly hasManyBranches: boolean;
}

/** Which of a node's tests is taken: in a tie the first. They come in the order of the features, or that in which ties go. */
export type ChooseTest = (tests: readonly BranchTest[]) => BranchTest | null;

/** What a search for tests works on. */
export interface BranchGoal {
  readonly goal: ClassGoal;
  /** The rows of the tree that have any weight. */
  readonly items: WeightedRows;
  /** Whether categories that tell alike become one branch. */
  readonly grouping: boolean;
  /** The weight that two branches need at least. */
  readonly leastWeight: number;
}

/** The record of weighted rows. */
export function* recordOfItems({ rows, weights }: WeightedRows, { codes, classCount }: ClassGoal): Turns<Float64Array> {
  const record = new Float64Array(classCount + 1);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      record[codes[rows[i]]] += weights[i];
      record[classCount] += weights[i];
    }
  });
  return record;
}

/** ID3: the test with the most information; a tie goes to the first. */
export const mostInformation: ChooseTest = (tests) => best(tests, ({ worth }) => worth);

/**
 * C4.5: of the tests that tell at least as much as the average one, the one that tells most per bit of its answer. Tests on
 * very many categories do not count in the average, unless there are no others.
 */
export const bestGainRatio: ChooseTest = (tests) => {
  const usual = tests.filter(({ hasManyBranches }) => !hasManyBranches);
  const averaged = usual.length > 0 ? usual : tests;
  const average = averaged.reduce((sum, { worth }) => sum + worth, 0) / averaged.length;
  const most = tests.reduce((max, { worth }) => Math.max(max, worth), 0);
  // Rounding may carry the average of equal numbers above them.
  const least = Math.min(average, most);
  return best(
    tests.filter(({ worth }) => worth >= least),
    ({ worth, splitInformation }) => (splitInformation > 0 ? roundToStep(worth / splitInformation, RATIO_STEP) : 0),
  );
};

/** Ratios are compared in steps of 2^-40: a question that tells all of its answer has the ratio 1, whatever logarithms are rounded to. */
const RATIO_STEP = 40;

/** The first of those with the highest score above 0. */
function best(tests: readonly BranchTest[], score: (test: BranchTest) => number): BranchTest | null {
  let chosen: BranchTest | null = null;
  let highest = 0;
  for (const test of tests) {
    const reached = score(test);
    if (reached > highest) [chosen, highest] = [test, reached];
  }
  return chosen;
}
