import { beforeAll, describe, expect, test } from "vitest";
import { bagging, cart, costComplexity, type Learner, type Model, type TreeLearner } from "../../src/index.ts";
import { isWithinChance, MOST_STANDARD_ERRORS, mean, number, standardErrors, told } from "./support/figures.ts";
import { scikitLearnCase, scoresOf } from "./support/made-cases.ts";
import { pageRows } from "./support/study-page.ts";
import { testError } from "./support/test-error.ts";
import { friedman } from "./tables/friedman.ts";
import { type MadeTable, rowsOf } from "./tables/made-table.ts";
import { normal } from "./tables/random-draws.ts";

/* Breiman, Bagging predictors (1996), section 3: 1,200 rows, of which 200 are learned from, made anew a hundred times. */
const TRAIN_ROWS = 200;
const ROWS = 1200;
const RUNS = 100;
const TREES = 25;
const FUNCTIONS = [1, 2, 3] as const;

/** By the names of the page. */
const learners: Readonly<Record<string, (seed: number, table: MadeTable) => Learner<Model, object>>> = {
  "one tree, pruned": (seed) => cart({ prune: costComplexity({ folds: 10, seed }) }),
  "25 trees, pruned": (seed, table) => bagging(prunedByAll(table), { trees: TREES, seed }),
  "25 trees": (seed) => bagging(cart(), { trees: TREES, seed }),
};

/**
 * Trees that are grown on a bag and pruned by all rows of the training, as Breiman did it. Our bagging refuses to prune by a
 * validation set, of which it has none; here each tree is told of one behind its back.
 */
function prunedByAll(table: MadeTable): TreeLearner {
  const base = cart({ prune: costComplexity({ by: "validation" }) });
  const all = rowsOf(table, 0, TRAIN_ROWS);
  const { options } = cart();
  return { ...base, options, openTrees: (dataset, pacer) => base.openTrees(dataset, pacer, all) };
}

/** How the page tells errors of functions whose values are so different. */
const DIGITS = { 1: 1, 2: 0, 3: 4 } as const;

const errors = new Map<string, number[]>();
const nameOf = (which: number, learner: string) => `#${which}, ${learner}`;

beforeAll(async () => {
  for (const which of FUNCTIONS) {
    const tables = Array.from({ length: RUNS }, (_, seed) => friedman(which, { rows: ROWS, seed }));
    for (const [name, learnerOf] of Object.entries(learners)) {
      const found: number[] = [];
      for (const [seed, table] of tables.entries())
        found.push(await testError(learnerOf(seed, table), table, TRAIN_ROWS));
      errors.set(nameOf(which, name), found);
    }
  }
}, 240_000);

const theirsOf = (which: number) => scoresOf(scikitLearnCase(`made-friedman-${which}-bagging`));
const errorsOf = (which: number, learner: string) => errors.get(nameOf(which, learner)) as number[];

describe("the page tells what is found of", () => {
  const rows = pageRows("Bagged regression trees");

  test("all functions and learners", () => {
    const names = FUNCTIONS.flatMap((which) => Object.keys(learners).map((name) => nameOf(which, name)));
    expect(rows.map(({ learner }) => learner)).toEqual(names);
  });

  test.each(rows)("$learner", ({ learner, published, ours, ...cells }) => {
    const found = errors.get(learner) as number[];
    const which = Number(learner[1]) as 1 | 2 | 3;
    expect({ ours, ...cells }).toEqual({
      ours: told(found, DIGITS[which]),
      "scikit-learn": learner.endsWith("25 trees") ? number(mean(theirsOf(which)), DIGITS[which]) : "",
      "within chance": published === "" ? "" : isWithinChance(published, RUNS, found) ? "yes" : "no",
    });
  });
});

test.each(FUNCTIONS)("of Friedman #%s, 25 trees err as those of scikit-learn do, up to chance", (which) => {
  const apart = Math.abs(standardErrors(errorsOf(which, "25 trees"), theirsOf(which)));
  expect(apart).toBeLessThanOrEqual(MOST_STANDARD_ERRORS[RUNS]);
});

/** As the study tells them. */
const savings = { 1: 0.46, 2: 0.29, 3: 0.4 } as const;

test.each(FUNCTIONS)(
  "of Friedman #%s, 25 trees take off the error of one what the study found, to three in a hundred",
  (which) => {
    const [one, many] = [errorsOf(which, "one tree, pruned"), errorsOf(which, "25 trees, pruned")];
    expect(Math.abs(1 - mean(many) / mean(one) - savings[which])).toBeLessThan(0.03);
  },
);

test.each(FUNCTIONS)(
  "of Friedman #%s, pruning bagged trees by all rows changes the error by less than a fiftieth",
  (which) => {
    const share = mean(errorsOf(which, "25 trees, pruned")) / mean(errorsOf(which, "25 trees"));
    expect(Math.abs(share - 1)).toBeLessThan(1 / 50);
  },
);

test.each([
  [2, 126.4 / 125, true],
  [3, 0.1055 / 0.1, false],
] as const)(
  "of Friedman #%s, with noise of a third of the function's, × %s: within chance is %s",
  async (which, scale, within) => {
    const found: number[] = [];
    for (let seed = 0; seed < RUNS; seed++) {
      const table = friedman(which, { rows: ROWS, seed, noise: (next) => scale * normal(next) });
      found.push(await testError(learners["25 trees, pruned"](seed, table), table, TRAIN_ROWS));
    }
    const row = pageRows("Bagged regression trees").find(
      ({ learner }) => learner === nameOf(which, "25 trees, pruned"),
    );
    expect(isWithinChance(row?.published ?? "", RUNS, found)).toBe(within);
  },
);
