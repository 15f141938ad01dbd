import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import {
  boosting,
  type CartOptions,
  type ClassificationModel,
  cart,
  crossValidate,
  foldsOf,
  gridSearch,
  type Learner,
  logistic,
  type Model,
  type RegressionMetrics,
  type RegressionModel,
  squaredError,
  type TrialReport,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(11);
const size = Array.from({ length: 80 }, () => Math.round(random() * 40));
const shade = Array.from({ length: 80 }, () => Math.round(random() * 40));
const table = {
  size,
  shade,
  kind: size.map((value, row) => ((value > 15 !== shade[row] > 25) !== random() < 0.15 ? "a" : "b")),
  price: size.map((value, row) => value * 2 - shade[row] + Math.round(random() * 9)),
};

const grid = { criterion: ["gini", "entropy"], maxDepth: [1, 2, 4] } as const;

afterEach(() => vi.restoreAllMocks());

describe("gridSearch", () => {
  it("equals the loops by hand over crossValidate, and takes the best mean, of equals the first", async () => {
    const byHand: { parameters: CartOptions; value: number; scores: object }[] = [];
    for (const criterion of grid.criterion) {
      for (const maxDepth of grid.maxDepth) {
        const learner = cart({ criterion, maxDepth });
        const { mean, scores } = await crossValidate(learner, table, { target: "kind", folds: 4, seed: 5 });
        byHand.push({ parameters: { criterion, maxDepth }, value: "accuracy" in mean ? mean.accuracy : 0, scores });
      }
    }
    const found = await gridSearch(cart, grid, table, { target: "kind", folds: 4, seed: 5 });
    const inOrder = [...found.trials].sort((a, b) => a.trial - b.trial);
    expect(inOrder).toMatchObject(byHand);
    expect(inOrder.map(({ trial }) => trial)).toEqual([1, 2, 3, 4, 5, 6]);
    const best = byHand.reduce((least, trial) => (trial.value > least.value ? trial : least));
    expect(found).toMatchObject({ metric: "accuracy", best, planned: 6, complete: true, model: null });
    expect(found.folds).toEqual(foldsOf(table, { folds: 4, seed: 5, stratify: "kind" }));
    expect(found.learner.options).toEqual(best.parameters);
    const values = found.trials.map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it("prefers what was tried first among equals", async () => {
    const { trials } = await gridSearch(cart, { maxDepth: [1, 2, 1, 2] }, table, { target: "kind", folds: 3 });
    expect(trials.map(({ value }) => value)).not.toEqual(Array(4).fill(trials[0].value));
    expect(trials[1]).toMatchObject({ value: trials[0].value, trial: trials[0].trial + 2 });
  });

  it("minimises where less is better, and is the same every time", async () => {
    const search = () =>
      gridSearch((of) => boosting({ ...of, loss: logistic() }), { rounds: [2, 20], maxDepth: [1, 3] }, table, {
        target: "kind",
        folds: 3,
        metric: "logLoss",
      });
    const { trials, best } = await search();
    expect(best.value).toBe(Math.min(...trials.map(({ mean }) => mean.logLoss)));
    expect(trials.map(({ value }) => value)).toEqual(trials.map(({ mean }) => mean.logLoss).sort((a, b) => a - b));
    expect((await search()).trials).toEqual(trials);
  });

  it("is typed by the grid and by the learner", async () => {
    const run = { target: "price", folds: 2 } as const;
    const found = await gridSearch(
      ({ maxDepth, deep }) => {
        expectTypeOf(maxDepth).toEqualTypeOf<1 | 2>();
        expectTypeOf(deep).toEqualTypeOf<boolean>();
        return boosting({ loss: squaredError(), rounds: 2, maxDepth: deep ? 6 : maxDepth });
      },
      { maxDepth: [1, 2], deep: [true, false] },
      table,
      { ...run, metric: "mae", refit: true },
    );
    expectTypeOf(found.best.parameters.maxDepth).toEqualTypeOf<1 | 2>();
    expectTypeOf(found.best.mean).toEqualTypeOf<RegressionMetrics>();
    expectTypeOf(found.model).toEqualTypeOf<RegressionModel | null>();
    const other = gridSearch(({ rounds }) => boosting({ loss: squaredError(), rounds }), { rounds: [1] }, table, {
      ...run,
      // @ts-expect-error: a metric of the other task
      metric: "auc",
    });
    await expect(other).rejects.toThrow("metric");
    // @ts-expect-error: a parameter that the grid lacks
    const lacking = gridSearch(({ rounds }) => cart({ maxDepth: rounds }), { maxDepth: [1] }, table, run);
    expect((await lacking).trials).toHaveLength(1);
  });

  it("trains the best again on the whole table when asked to, with the weights", async () => {
    const weight = size.map((_, row) => 1 + (row % 3));
    const run = { target: "price", weight };
    const { model, best } = await gridSearch(cart, { minRowsLeaf: [1, 5, 20] }, table, {
      ...run,
      folds: 3,
      refit: true,
    });
    const alone: Model = await cart(best.parameters).fit(table, run);
    expect(model?.toBytes()).toEqual(alone.toBytes());
  });

  it("reports each trial with the best so far", async () => {
    const reports: TrialReport[] = [];
    const { best, trials } = await gridSearch(cart, { maxDepth: [0, 3, 1] }, table, {
      target: "price",
      folds: 3,
      onTrial: (report) => reports.push(report),
    });
    expect(reports.map(({ trials: all, result }) => [result.trial, all])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    const soFar = reports.map((_, i) => Math.min(...reports.slice(0, i + 1).map(({ result }) => result.value)));
    expect(reports.map((report) => report.best.value)).toEqual(soFar);
    expect(reports[2].best).toBe(best);
    expect(new Set(reports.map(({ result }) => result))).toEqual(new Set(trials));
  });

  it("stops with the signal's reason; what was tried is with the callback", async () => {
    const controller = new AbortController();
    const seen: object[] = [];
    const search = gridSearch(cart, { maxDepth: [1, 2, 3, 4] }, table, {
      target: "kind",
      signal: controller.signal,
      onTrial: ({ result }) => {
        seen.push(result.parameters);
        if (result.trial === 2) controller.abort(new Error("enough"));
      },
    });
    await expect(search).rejects.toThrow("enough");
    expect(seen).toEqual([{ maxDepth: 1 }, { maxDepth: 2 }]);
  });

  it("ends with what was tried when the time is up, in the middle of a trial too", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const slow = (seconds: number): Learner => ({
      ...cart({ maxDepth: seconds }),
      fit: (async (data: typeof table, run: { target: string }) => {
        now += seconds * 1000;
        return cart({ maxDepth: seconds }).fit(data, run);
      }) as Learner["fit"],
    });
    const options = { target: "kind", folds: 2, refit: true } as const;
    const search = (timeLimit: number) =>
      gridSearch(({ maxDepth }) => slow(maxDepth), { maxDepth: [1, 2, 3] }, table, { ...options, timeLimit });
    const { trials, planned, complete, best, model } = await search(8);
    expect(planned).toBe(3);
    expect(trials.map(({ trial }) => trial).sort()).toEqual([1, 2]);
    expect(complete).toBe(false);
    expect(best).toBe(trials[0]);
    expect(model).not.toBeNull();
    expect(await search(1000)).toMatchObject({ complete: true, trials: { length: 3 } });
    expect(await failureOf(() => search(1))).toBe(
      "bad-option | cambium: gridSearch: no trial ended within 1 second; allow more, or ask for fewer folds",
    );
  });

  it("passes on what is no error of ours as it is", async () => {
    const own = new TypeError("of the user");
    const breaking = (): Learner<ClassificationModel> => {
      throw own;
    };
    await expect(gridSearch(breaking, { maxDepth: [1] }, table, { target: "kind" })).rejects.toBe(own);
  });

  it("puts a trial without a value last", async () => {
    const counts = { x: [0, 0, 0, 1, 1, 1], y: [1, 1, 1, 9, 9, 9] };
    const folds = [{ train: [0, 1, 3, 4], test: [2, 5] }];
    const { trials } = await gridSearch(
      // The first learner turns the target round, so its predictions are negative.
      ({ turned }) => (turned ? negative : cart()),
      { turned: [true, false] },
      counts,
      { target: "y", folds, metric: "poissonDeviance" },
    );
    expect(trials.map(({ value }) => value)).toEqual([0, Number.NaN]);
  });

  const run = { target: "kind" };
  it.each<[string, () => unknown, string]>([
    [
      "an empty grid",
      () => gridSearch(cart, {}, table, run),
      "bad-option | cambium: gridSearch expects for each parameter a list of at least one value, such as { maxDepth: [2, 4, 8] }, got none",
    ],
    [
      "a list instead of a grid",
      () => gridSearch(cart, [1, 2] as never, table, run),
      "bad-option | cambium: gridSearch expects for each parameter a list of at least one value, such as { maxDepth: [2, 4, 8] }, got an array of 2",
    ],
    [
      "a parameter without values",
      () => gridSearch(cart, { maxDepth: [] }, table, run),
      "bad-option | cambium: gridSearch: maxDepth expects a list of at least one value, got an array of 0",
    ],
    [
      "a value that is no list",
      () => gridSearch(cart, { maxDepth: 3 } as never, table, run),
      "bad-option | cambium: gridSearch: maxDepth expects a list of at least one value, got 3",
    ],
    [
      "a grid beyond measure",
      () => gridSearch(cart, { maxDepth: Array(1000).fill(1), minRowsLeaf: Array(1000).fill(1) }, table, run),
      "too-large | cambium: gridSearch: the grid has 1000000 points, expected at most 100000; randomSearch tries some of them",
    ],
    [
      "a learner instead of a function",
      () => gridSearch(cart() as never, { maxDepth: [1] }, table, run),
      "bad-option | cambium: gridSearch expects a function from parameters to a learner, got an object",
    ],
    [
      "a function that gives no learner",
      () => gridSearch(({ maxDepth }) => maxDepth as never, { maxDepth: [1] }, table, run),
      "bad-option | cambium: gridSearch: trial 1, { maxDepth: 1 }: expected a learner, such as cart(), from the function, got 1",
    ],
    [
      "a value that the learner refuses, before anything is trained",
      () =>
        gridSearch(cart, { criterion: ["gini"], maxDepth: [1, -1] }, table, {
          ...run,
          onTrial: () => expect.unreachable(),
        }),
      'bad-option | cambium: gridSearch: trial 2, { criterion: "gini", maxDepth: -1 }: cart: maxDepth expects a whole number >= 0, or Infinity for no limit, got -1',
    ],
    [
      "a point at which the fit fails",
      () => gridSearch(cart, { criterion: ["gini", "poisson"] }, table, run),
      'bad-option | cambium: gridSearch: trial 2, { criterion: "poisson" }: ',
    ],
    [
      "learners of two tasks",
      () =>
        gridSearch(
          ({ flat }): Learner<Model> => boosting({ loss: flat ? squaredError() : logistic() }) as Learner<Model>,
          { flat: [false, true] },
          table,
          run,
        ),
      "bad-option | cambium: gridSearch: trial 2, { flat: true }: the learner is for regression, but the first is for classification; give all the same task",
    ],
    [
      "a metric that is misspelt",
      () => gridSearch(cart, { maxDepth: [1] }, table, { ...run, metric: "acuracy" as never }),
      'bad-option | cambium: gridSearch: metric has no "acuracy" for this task; did you mean "accuracy"? there are "accuracy",',
    ],
    [
      "a metric that never has a value",
      () =>
        gridSearch(cart, { maxDepth: [1] }, { x: [1, 2, 3], y: [1, 2, 3] }, { target: "y", folds: 3, metric: "r2" }),
      'bad-option | cambium: gridSearch: metric "r2" has no value in some fold of every trial; choose another, or ask for fewer folds',
    ],
    [
      "more folds than rows",
      () => gridSearch(cart, { maxDepth: [1] }, table, { ...run, folds: 81 }),
      "bad-option | cambium: gridSearch: 81 folds need as many rows, got 80",
    ],
    [
      "a seed for folds that are given",
      () => gridSearch(cart, { maxDepth: [1] }, table, { ...run, seed: 1, folds: [{ train: [0], test: [1] }] }),
      "bad-option | cambium: gridSearch: seed says how folds are made, but they are given; leave it out",
    ],
    [
      "no time",
      () => gridSearch(cart, { maxDepth: [1] }, table, { ...run, timeLimit: 0 }),
      "bad-option | cambium: gridSearch: timeLimit expects a number above 0, or Infinity for no limit, got 0",
    ],
    [
      "another library's name",
      () => gridSearch(cart, { maxDepth: [1] }, table, { ...run, scoring: "auc" } as never),
      'unknown-option | cambium: gridSearch has no option "scoring"; it is called metric here;',
    ],
  ])("refuses %s", async (_name, misuse, message) => {
    const failure = await failureOf(async () => misuse());
    expect(failure.slice(0, message.length)).toBe(message);
  });
});

const negative = {
  ...cart(),
  fit: async (data: unknown, options?: unknown) => {
    const model = await cart().fit(data as typeof table, options as { target: string });
    if (model.task !== "regression") throw new TypeError("expected numbers");
    return Object.assign(Object.create(model), { predict: (rows: typeof table) => model.predict(rows).map((y) => -y) });
  },
} as Learner;
