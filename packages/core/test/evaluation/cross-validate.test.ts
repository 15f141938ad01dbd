import { describe, expect, expectTypeOf, it } from "vitest";
import {
  boosting,
  type ClassificationScores,
  cart,
  crossValidate,
  evaluate,
  type Fold,
  foldsOf,
  type HeldOutClasses,
  type Learner,
  logistic,
  type Model,
  type RegressionScores,
  squaredError,
  type TableInput,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(7);
const rows = Array.from({ length: 90 }, (_, row) => ({
  size: Math.round(random() * 50),
  colour: ["red", "green", "blue", null][Math.floor(random() * 4)],
  who: `w${row % 18}`,
  n: 1 + (row % 3),
}));
const table = {
  size: rows.map(({ size }) => size),
  colour: rows.map(({ colour }) => colour),
  who: rows.map(({ who }) => who),
  n: rows.map(({ n }) => n),
  kind: rows.map(({ size, colour }) => (size + (colour === "red" ? 20 : 0) > 35 !== random() < 0.1 ? "big" : "small")),
  price: rows.map(({ size }) => size * 2 + Math.round(random() * 9)),
};

const part = (chosen: ArrayLike<number>) => inOrder(table, chosen);

/** The loop that everybody writes. */
async function byHand(learner: Learner, folds: readonly Fold[], run: { target: string; weight?: string }) {
  const scores: object[] = [];
  const predicted: unknown[] = [];
  for (const { train, test } of folds) {
    const model = await learner.fit(part(train), run);
    scores.push(evaluate(model, part(test), run.weight === undefined ? {} : { weight: run.weight }));
    model.predict(part(test)).forEach((value: unknown, i: number) => {
      predicted[test[i]] = value;
    });
  }
  return { scores, predicted };
}

describe("crossValidate", () => {
  it("equals the loop by hand, fold by fold, for every learner and task", async () => {
    const cases: [Learner<Model>, string, string][] = [
      [cart({ maxDepth: 3 }), "kind", "kind"],
      [boosting({ rounds: 5 }), "kind", "kind"],
      [cart({ minRowsLeaf: 5 }), "price", ""],
      [boosting({ rounds: 5, loss: squaredError() }), "price", ""],
    ];
    for (const [learner, target, stratify] of cases) {
      const folds = foldsOf(table, { folds: 4, seed: 3, ...(stratify !== "" && { stratify }) });
      const found = await crossValidate(learner, table, { target, folds: 4, seed: 3, predictions: true });
      expect(found.folds).toEqual(folds);
      const { scores, predicted } = await byHand(learner, folds, { target });
      expect(found.scores).toEqual(scores);
      expect([...(found.heldOut?.predicted ?? [])]).toEqual(predicted);
    }
  });

  it("gives no chance to a class that a fold of one's own has not learned", async () => {
    const classes = { x: [1, 2, 1, 2, 3], y: ["b", "c", "b", "c", "a"] };
    const run = { target: "y", folds: [{ train: [0, 1], test: [2, 3] }], predictions: true };
    const { heldOut } = await crossValidate(cart(), classes, run);
    expect(heldOut).toMatchObject({ classes: ["a", "b", "c"], predicted: [null, null, "b", "c", null] });
    expect([...(heldOut as HeldOutClasses).probabilities].slice(6, 12)).toEqual([0, 1, 0, 0, 0, 1]);
  });

  it("draws rows by their keys, which are no feature", async () => {
    const order = [...table.price.keys()].sort((a, b) => table.price[a] - table.price[b]);
    const keyed = { size: table.size, price: table.price, key: table.price.map((_, row) => order.indexOf(row)) };
    const learner = boosting({ rounds: 5, rowSample: 0.5, loss: squaredError() });
    const run = { target: "price", rowKey: "key" };
    const { folds, scores } = await crossValidate(learner, keyed, { ...run, folds: 3 });
    for (const [fold, { train, test }] of folds.entries()) {
      const [own, held] = [train, test].map((chosen) =>
        Object.fromEntries(Object.entries(keyed).map(([name, of]) => [name, Array.from(chosen, (row) => of[row])])),
      );
      expect(scores[fold]).toEqual(evaluate(await learner.fit(own, run), held));
    }
  });

  it("sums up by the mean over the folds and their standard deviation", async () => {
    const { scores, mean, standardDeviation } = await crossValidate(cart(), table, { target: "price", folds: 3 });
    const errors = scores.map((of) => ("rmse" in of ? of.rmse : Number.NaN));
    const centre = (errors[0] + errors[1] + errors[2]) / 3;
    expect(mean).toHaveProperty("rmse", expect.closeTo(centre, 12));
    const squares = errors.map((error) => (error - centre) ** 2);
    expect(standardDeviation).toHaveProperty(
      "rmse",
      expect.closeTo(Math.sqrt((squares[0] + squares[1] + squares[2]) / 2), 12),
    );
    expect(mean).not.toHaveProperty("rows");
  });

  it("is typed by the learner", async () => {
    const ofClasses = await crossValidate(boosting({ loss: logistic(), rounds: 1 }), table, {
      target: "kind",
      onFold: ({ scores }) => expectTypeOf(scores).toEqualTypeOf<ClassificationScores>(),
    });
    expectTypeOf(ofClasses.mean.auc).toEqualTypeOf<number>();
    const ofNumbers = await crossValidate(boosting({ loss: squaredError(), rounds: 1 }), table, { target: "price" });
    expectTypeOf(ofNumbers.scores).toEqualTypeOf<readonly RegressionScores[]>();
    expectTypeOf((await crossValidate(cart(), table, { target: "price" })).scores).toEqualTypeOf<
      readonly (ClassificationScores | RegressionScores)[]
    >();
  });

  it("weighs by a column, which is no feature, as by an array of the same numbers", async () => {
    const options = { target: "kind", folds: 3, features: ["size", "colour"] } as const;
    const byName = await crossValidate(cart({ maxDepth: 2 }), table, { ...options, weight: "n" });
    const byArray = await crossValidate(cart({ maxDepth: 2 }), table, { ...options, weight: table.n });
    expect(byName.scores).toEqual(byArray.scores);
    const folds = foldsOf(table, { folds: 3, stratify: "kind" });
    const { scores } = await byHand(cart({ maxDepth: 2 }), folds, { target: "kind", weight: "n" });
    const all = await crossValidate(cart({ maxDepth: 2 }), table, { target: "kind", folds: 3, weight: "n" });
    expect(all.scores).toEqual(scores);
  });

  it("keeps the rows of a group together, and does not learn from its column", async () => {
    const seen = new Set<string>();
    const spy: Learner = {
      ...cart(),
      fit: (async (data: TableInput, options: { target: string }) => {
        const model = await cart().fit(data, options);
        for (const { name } of model.features) seen.add(name);
        return model;
      }) as Learner["fit"],
    };
    const { folds } = await crossValidate(spy, table, { target: "price", folds: 3, group: "who" });
    expect([...seen].sort()).toEqual(["colour", "kind", "n", "size"]);
    for (const { train, test } of folds) {
      const learned = new Set(Array.from(train, (row) => table.who[row]));
      for (const row of test) expect(learned.has(table.who[row])).toBe(false);
    }
  });

  it("stratifies where the task says classes: by the loss, by the option, by the values; and not when told", async () => {
    const flags = { x: table.size, y: table.kind.map((kind) => (kind === "big" ? 1 : 0)) };
    const stratified = foldsOf(flags, { folds: 3, stratify: "y" });
    const loss = logistic();
    expect((await crossValidate(boosting({ loss, rounds: 1 }), flags, { target: "y", folds: 3 })).folds).toEqual(
      stratified,
    );
    const task = "classification";
    expect((await crossValidate(cart(), flags, { target: "y", folds: 3, task })).folds).toEqual(stratified);
    const plain = foldsOf(flags, { folds: 3 });
    expect((await crossValidate(cart(), flags, { target: "y", folds: 3 })).folds).toEqual(plain);
    const told = await crossValidate(cart(), flags, { target: "y", folds: 3, task, stratify: false });
    expect(told.folds).toEqual(plain);
    const other = await crossValidate(cart(), table, { target: "price", folds: 3, stratify: "kind" });
    expect(other.folds).toEqual(foldsOf(table, { folds: 3, stratify: "kind" }));
  });

  it("gives each row's probabilities from the model that had not seen it", async () => {
    const { heldOut } = await crossValidate(boosting({ loss: logistic(), rounds: 3 }), table, {
      target: "kind",
      predictions: true,
    });
    expect(heldOut?.classes).toEqual(["big", "small"]);
    heldOut?.predicted.forEach((label, row) => {
      const [big, small] = heldOut.probabilities.subarray(2 * row, 2 * row + 2);
      expect(big + small).toBeCloseTo(1, 12);
      expect(label).toBe(big >= small ? "big" : "small");
    });
  });

  it("takes folds of one's own, and leaves rows that they never hold out without a prediction", async () => {
    const folds = [
      { train: [0, 1, 2, 3, 4, 5], test: [6, 7] },
      { train: [0, 1, 2, 3, 4, 5, 6, 7], test: [8, 9] },
    ];
    const { scores, heldOut } = await crossValidate(cart(), table, { target: "price", folds, predictions: true });
    expect(scores.map(({ rows: held }) => held)).toEqual([2, 2]);
    const known = Array.from((heldOut as { predicted: Float64Array }).predicted).flatMap((value, row) =>
      Number.isNaN(value) ? [] : [row],
    );
    expect(known).toEqual([6, 7, 8, 9]);
  });

  it("knows a column that has no value in a fold's training rows", async () => {
    const gaps = { x: [1, 2, 3, 4], colour: [null, null, "red", "blue"], y: [1, 2, 3, 4] };
    const folds = [{ train: [0, 1], test: [2, 3] }];
    expect((await crossValidate(cart(), gaps, { target: "y", folds })).scores[0].rows).toBe(2);
  });

  it("reports each fold, and stops with the signal's reason", async () => {
    const controller = new AbortController();
    const reported: number[] = [];
    const run = crossValidate(cart(), table, {
      target: "kind",
      folds: 5,
      signal: controller.signal,
      onFold: ({ fold, folds, scores }) => {
        reported.push(fold, folds, scores.rows);
        if (fold === 2) controller.abort(new Error("enough"));
      },
    });
    await expect(run).rejects.toThrow("enough");
    expect(reported).toEqual([1, 5, 18, 2, 5, 18]);
  });

  it.each<[string, () => unknown, string]>([
    [
      "more folds than rows",
      () => crossValidate(cart(), part([0, 1, 2]), { target: "price", folds: 4 }),
      "bad-option | cambium: crossValidate: 4 folds need as many rows, got 3",
    ],
    [
      "no learner",
      () => crossValidate({} as Learner, table, { target: "kind" }),
      "bad-option | cambium: crossValidate expects a learner, such as cart(), got an object",
    ],
    [
      "no target",
      () => crossValidate(cart(), { x: [1, 2] }, {} as never),
      'bad-option | cambium: target: expected the name of the column to learn, got undefined; there are "x"',
    ],
    [
      "a group column that lacks",
      () => crossValidate(cart(), { x: [1, 2], y: [1, 2] }, { target: "y", folds: 2, group: "owner" }),
      'unknown-column | cambium: group: the table has no column "owner"; there are "x", "y"',
    ],
    [
      "a fold without weight",
      () => crossValidate(cart(), { x: [1, 2, 3], y: [1, 2, 3] }, { target: "y", folds: 3, weight: [1, 1, 0] }),
      "bad-weight | cambium: crossValidate: fold 2 of 3 has no weight in its test rows; ask for fewer folds",
    ],
    [
      "negative weights",
      () => crossValidate(cart(), { x: [1, 2], y: [1, 2] }, { target: "y", folds: 2, weight: [1, -1] }),
      "bad-weight | cambium: weight is -1 in row 2; expected a number from 0 to 2^60",
    ],
    [
      "a row on both sides",
      () => crossValidate(cart(), table, { target: "price", folds: [{ train: [0, 1], test: [1] }] }),
      "bad-option | cambium: crossValidate: fold 1 has row 1 in both train and test; leave it out of one",
    ],
    [
      "a row that is listed twice on one side",
      () => crossValidate(cart(), table, { target: "price", folds: [{ train: [0, 1, 0], test: [2] }] }),
      "bad-option | cambium: crossValidate: fold 1: train lists row 0 twice; weigh it instead",
    ],
    [
      "a row beyond the table",
      () => crossValidate(cart(), table, { target: "price", folds: [{ train: [0, 90], test: [1] }] }),
      "bad-option | cambium: crossValidate: fold 1: train expects rows from 0 to 89, got 90",
    ],
    [
      "a fold without rows",
      () => crossValidate(cart(), table, { target: "price", folds: [{ train: [0], test: [] }] }),
      "bad-option | cambium: crossValidate: fold 1: test expects the numbers of at least one row, got an array of 0",
    ],
    [
      "a seed for folds that are given",
      () => crossValidate(cart(), table, { target: "price", folds: [{ train: [0], test: [1] }], seed: 1 }),
      "bad-option | cambium: crossValidate: seed says how folds are made, but they are given; leave it out",
    ],
    [
      "another library's name",
      () => crossValidate(cart(), table, { target: "price", cv: 5 } as never),
      'unknown-option | cambium: crossValidate has no option "cv"; it is called folds here; it takes "target", "features", "exclude", "task", "weight", "offset", "rowKey", "types", … (21 in all)',
    ],
  ])("refuses %s", async (_name, misuse, message) => {
    expect(await failureOf(async () => misuse())).toBe(message);
  });
});
