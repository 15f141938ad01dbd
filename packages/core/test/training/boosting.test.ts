import { describe, expect, it, vi } from "vitest";
import {
  boosting,
  type ClassificationModel,
  cart,
  createDataset,
  type Loss,
  logistic,
  type Model,
  type RoundReport,
  softmax,
  squaredError,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";
import { referenceBoosting, referenceLosses } from "../support/reference-boosting.ts";

function noisyTable(rows: number, seed: number) {
  const random = randomNumbers(seed);
  const a = Array.from({ length: rows }, () => roughlyNormal(random));
  const b = Array.from({ length: rows }, () => (random() < 0.15 ? Number.NaN : roughlyNormal(random)));
  const y = a.map((x, row) => 3 * x + (b[row] > 0 ? 2 : 0) + roughlyNormal(random));
  return { a, b, y, weight: a.map(() => 0.5 + random()) };
}

describe("boosting", () => {
  it.each([
    ["squaredError", false],
    ["squaredError", true],
    ["logistic", false],
    ["logistic", true],
  ] as const)("computes what the paper's formulas say (%s, weighted: %s)", async (name, weighted) => {
    const { a, b, y: numbers, weight } = noisyTable(60, 1);
    const w = weighted ? weight : numbers.map(() => 1);
    const y = name === "logistic" ? numbers.map((value) => Number(value > 1)) : numbers;
    const options = { rounds: 8, learningRate: 0.3, maxDepth: 3 };
    const expected = referenceBoosting([a, b], y, w, referenceLosses[name], { ...options, l2: 1 });
    const table = { a, b, y: name === "logistic" ? y.map((value) => value === 1) : y };
    const model = await boosting(options).fit(table, { target: "y", ...(weighted && { weight: w }) });
    model.predictScore(table).forEach((score, row) => {
      expect(score).toBeCloseTo(expected[row], 8);
    });
  });

  it.each([
    [0, 0],
    [0.5, -2],
    [20, 1e6],
  ])("draws leaves towards 0 by l2 = %s, from the base score %s on", async (l2, baseScore) => {
    const { a, b, y, weight } = noisyTable(50, 4);
    const options = { rounds: 4, learningRate: 0.5, maxDepth: 3, l2 };
    const loss = { ...referenceLosses.squaredError, initialScore: () => baseScore };
    const expected = referenceBoosting([a, b], y, weight, loss, options);
    const model = await boosting({ ...options, baseScore }).fit({ a, b, y }, { target: "y", weight });
    expect([...model.ensemble.initialScore]).toEqual([baseScore]);
    model.predictScore({ a, b }).forEach((score, row) => {
      expect(Math.abs(score - expected[row])).toBeLessThanOrEqual(1e-12 * Math.max(1e3, Math.abs(baseScore)));
    });
  });

  it("stays finite where all hessians are 0 and l2 adds nothing to them", async () => {
    const table = { x: [1, 2, 3, 4], y: ["a", "b", "a", "b"] };
    const model = await boosting({ rounds: 3, l2: 0, baseScore: 2000 }).fit(table, { target: "y" });
    expect([...model.predictScore(table)]).toEqual([2000, 2000, 2000, 2000]);
  });

  it("gives the same bytes on any number of threads, and says how many there were", async () => {
    const { a, b, y } = noisyTable(300, 5);
    for (const splitter of ["exact", "histogram"] as const) {
      const train = (threads: number | "auto") =>
        boosting({ rounds: 5, splitter }).fit({ a, b, y }, { target: "y", threads });
      const [one, ...others] = await Promise.all([train(1), train(2), train("auto")]);
      for (const model of others) expect(model.toBytes()).toEqual(one.toBytes());
      const said = (model: Model) => model.report.filter((line) => line.includes("thread"));
      const engine = splitter === "exact" ? "exact" : "binned";
      expect(said(one)).toEqual([`the ${engine} engine grew the trees on 1 thread`]);
      expect(said(others[0])).toEqual([`the ${engine} engine grew the trees on 2 threads`]);
    }
    const byLeaf = await boosting({ rounds: 2, maxLeaves: 4 }).fit({ a, b, y }, { target: "y", threads: 2 });
    expect(byLeaf.report).toContain(
      "the exact engine grew the trees on 1 of 2 threads, because threads do not share a tree that grows best first",
    );
  });

  it("lowers the training loss in every round, and reports each", async () => {
    const reports: RoundReport[] = [];
    const { a, b, y } = noisyTable(300, 2);
    const model = await boosting({ rounds: 30, learningRate: 1 }).fit(
      { a, b, y },
      { target: "y", onRound: (report) => reports.push(report) },
    );
    expect(reports.map(({ round, rounds }) => [round, rounds])).toEqual(
      Array.from({ length: 30 }, (_, i) => [i + 1, 30]),
    );
    const start = y.reduce((sum, value) => sum + (value - model.ensemble.initialScore[0]) ** 2 / 2, 0) / y.length;
    for (const [i, { trainLoss }] of reports.entries())
      expect(trainLoss).toBeLessThanOrEqual(reports[i - 1]?.trainLoss ?? start);
    const last =
      model.predictScore({ a, b }).reduce((sum, score, row) => sum + (score - y[row]) ** 2 / 2, 0) / y.length;
    expect(reports.at(-1)?.trainLoss).toBeCloseTo(last, 10);
  });

  it("stays finite on classes that a threshold parts, however long", async () => {
    const x = Array.from({ length: 40 }, (_, row) => row);
    const table = { x, y: x.map((value) => value >= 20) };
    const model = (await boosting({ rounds: 400, learningRate: 1, maxDepth: 1 }).fit(table, {
      target: "y",
    })) as ClassificationModel;
    const shares = model.predictProbability({ x });
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    expect(model.predict({ x })).toEqual(table.y);
    expect(model.predictScore({ x }).every(Number.isFinite)).toBe(true);
  });

  it("says the mean where there is nothing to split", async () => {
    const model = await boosting({ rounds: 3 }).fit({ x: [1, 1, 1], y: [1, 2, 6] }, { target: "y" });
    expect(model.predictOne({ x: 5 })).toBe(3);
    const stump = await boosting({ rounds: 3, maxDepth: 0 }).fit({ x: [1, 2, 3], y: [1, 2, 6] }, { target: "y" });
    expect(stump.predictOne({ x: 3 })).toBe(3);
  });

  it("takes a dataset that was made before", async () => {
    const { a, b, y } = noisyTable(100, 3);
    const dataset = await createDataset({ a, b, y }, { target: "y" });
    const learner = boosting({ rounds: 3 });
    expect((await learner.fit(dataset)).toBytes()).toEqual((await learner.fit({ a, b, y }, { target: "y" })).toBytes());
    expect(await failureOf(() => learner.fit(dataset, { target: "y" } as never))).toBe(
      "bad-option | cambium: fit: target was settled when the dataset was created; leave it out here",
    );
  });

  it("takes a loss that somebody else wrote, with the task that it is for", async () => {
    const half: Loss<"regression"> = { ...squaredError(), spec: { name: "half", parameters: { by: 2 } } };
    const table = { x: [1, 2, 3], y: [1, 0, 1] };
    const model = await boosting({ loss: half, rounds: 2 }).fit(table, { target: "y" });
    expect(model.loss).toEqual({ name: "half", parameters: { by: 2 } });
    const classifier = await boosting({ loss: logistic(), rounds: 2 }).fit(table, { target: "y" });
    expect(classifier.classes).toEqual([0, 1]);
  });

  it.each(["gradient", "hessian"] as const)("refuses a loss whose %s is not finite", async (what) => {
    const flawed: Loss<"classification"> = {
      ...logistic(),
      spec: { name: "flawed", parameters: {} },
      derivatives(target, scores, gradients, hessians, start, end) {
        logistic().derivatives(target, scores, gradients, hessians, start, end);
        if (scores[2] !== scores[0]) (what === "gradient" ? gradients : hessians)?.fill(Number.NaN, 2, 3);
      },
    };
    const fit = () => boosting({ loss: flawed }).fit({ x: [1, 2, 3], y: ["a", "a", "b"] }, { target: "y" });
    expect(await failureOf(fit)).toBe(
      `bad-option | cambium: boosting: the loss flawed has the ${what} NaN in row 3 of round 2; expected a finite number${what === "hessian" ? " >= 0: look at its derivatives, or give it a hessian of its own" : ": look at its derivatives"}`,
    );
  });

  it.each([
    ["gradient", -(2 ** 251), "2^250"],
    ["hessian", 2 ** 201, "2^200"],
  ] as const)("refuses a loss whose %s is finite, and too large for a gain", async (what, size, most) => {
    const steep: Loss<"classification"> = {
      ...logistic(),
      derivatives(_target, _scores, gradients, hessians, start, end) {
        gradients.fill(what === "gradient" ? size : 1, start, end);
        hessians?.fill(what === "hessian" ? size : 1, start, end);
      },
    };
    const { kernel: _kernel, ...loss } = steep;
    const fit = () => boosting({ loss }).fit({ x: [1, 2, 3], y: ["a", "a", "b"] }, { target: "y" });
    expect(await failureOf(fit)).toContain(
      `has the ${what} ${size} in row 1 of round 1; expected a size of at most ${most}`,
    );
  });

  it.each([
    [{ link: "sqrt" as never }, 'the loss has link "sqrt"; expected one of identity, logistic, exp, expm1'],
    [{ curvature: "about" as never }, 'the loss has curvature "about"; expected "exact" or "bound"'],
    [{ startsAtBest: 0 as never }, "the loss has startsAtBest 0; expected true or false"],
    [{ refitLeaf: 1 as never }, "the loss has refitLeaf 1; expected a function"],
    [{ value: undefined as never }, "the loss has value undefined; expected a function"],
    [{ task: "ranking" as never }, 'the loss has task "ranking"; expected "classification" or "regression"'],
    ...[
      {},
      { name: "half", parameters: null },
      { name: "half", parameters: { cap: Number.POSITIVE_INFINITY } },
      { name: "half", parameters: { cap: {} } },
      { name: "half", parameters: {}, portable: true },
    ].map((spec): [object, string] => [
      { spec },
      "the loss has spec an object; expected { name, parameters }, with numbers that are finite or texts, and portable false or left out",
    ]),
  ])("names the part of a loss that is wrong: %o", async (part, message) => {
    const fit = () => boosting({ loss: { ...squaredError(), ...part } }).fit({ x: [1, 2], y: [1, 2] }, { target: "y" });
    expect(await failureOf(fit)).toBe(`bad-option | cambium: boosting: ${message}`);
  });

  it.each<[Partial<Loss<"regression">>, string]>([
    [{ initialScore: () => Number.NaN }, "initialScore NaN"],
    [
      {
        initialScore: function* () {
          yield;
          return Number.POSITIVE_INFINITY;
        },
      },
      "initialScore Infinity",
    ],
    [{ initialScore: () => undefined as never }, "initialScore undefined"],
    [{ initialScore: () => 1n as never }, "initialScore 1n"],
    [{ initialScore: async () => 1 } as never, "initialScore a promise"],
    [{ refitLeaf: () => Number.NaN }, "refitLeaf NaN"],
  ])("refuses what a loss gives that no model could be saved with: %o", async (part, found) => {
    const fit = () => boosting({ loss: { ...squaredError(), ...part } }).fit({ x: [1, 2], y: [1, 2] }, { target: "y" });
    expect(await failureOf(fit)).toBe(
      `bad-option | cambium: boosting: the loss squaredError gave ${found}; expected a finite number`,
    );
  });

  it.each([[Float64Array.of(0, 0)], [Float64Array.of(0, 0, Number.NEGATIVE_INFINITY)], [undefined], [[0, 0, 0]]])(
    "refuses initial scores that are not a finite number for each class: %o",
    async (starts) => {
      const loss = { ...softmax(), initialScores: () => starts as Float64Array };
      const fit = () => boosting({ loss }).fit({ x: [1, 2, 3], y: ["a", "b", "c"] }, { target: "y" });
      expect(await failureOf(fit)).toMatch(
        /boosting: the loss softmax gave initialScores .*; expected 3 finite numbers, as a Float64Array$/,
      );
    },
  );

  it("refuses a loss of two classes whose predictions are no probabilities", async () => {
    const fit = () =>
      boosting({ loss: { ...logistic(), link: "exp" } }).fit({ x: [1, 2], y: ["a", "b"] }, { target: "y" });
    expect(await failureOf(fit)).toBe(
      'bad-option | cambium: boosting: the loss has link "exp"; expected one of logistic',
    );
  });

  it("keeps no column monotone for a loss that refits its leaves", async () => {
    const refitted: Loss<"regression"> = { ...squaredError(), refitLeaf: () => 0 };
    const learner = boosting({ loss: refitted, monotone: { x: 1 } });
    expect(await failureOf(() => learner.fit({ x: [1, 2], y: [1, 2] }, { target: "y" }))).toBe(
      "bad-option | cambium: boosting: the loss squaredError refits its leaves, which would not keep a column monotone; leave monotone out, or take a loss without refitLeaf, as huber() is",
    );
  });

  it("rejects with the reason of a signal that is aborted after a round", async () => {
    const controller = new AbortController();
    const onRound = vi.fn(({ round }: RoundReport) => {
      if (round === 2) controller.abort(new Error("enough"));
    });
    const fit = boosting({ rounds: 50 }).fit(
      { x: [1, 2, 3], y: [1, 2, 3] },
      { target: "y", signal: controller.signal, onRound },
    );
    await expect(fit).rejects.toThrow("enough");
    expect(onRound).toHaveBeenCalledTimes(2);
  });

  it("rejects at once where the signal was aborted before", async () => {
    const signal = AbortSignal.abort("no");
    const dataset = await createDataset({ x: [1, 2], y: [1, 2] }, { target: "y" });
    const table = { x: [1, 2], y: [1, 2] };
    for (const fit of [cart().fit(table, { target: "y", signal }), cart().fit(dataset, { signal })])
      await expect(fit).rejects.toBe("no");
    for (const fit of [boosting().fit(table, { target: "y", signal }), boosting().fit(dataset, { signal })])
      await expect(fit).rejects.toMatchObject({ name: "AbortError", code: "aborted", cause: "no", model: null });
  });

  it("passes on what onRound throws", async () => {
    const onRound = () => {
      throw new Error("cannot draw");
    };
    await expect(boosting().fit({ x: [1, 2], y: [1, 2] }, { target: "y", onRound })).rejects.toThrow("cannot draw");
  });

  it.each<[string, () => unknown, string]>([
    [
      "three classes by a loss of two",
      () => boosting({ loss: logistic() }).fit({ x: [1, 2, 3], y: ["a", "b", "c"] }, { target: "y" }),
      'bad-target | cambium: the logistic loss expects two classes, but target "y" has 3 ("a", "b", "c"); softmax() takes any number',
    ],
    [
      "one class by a loss of two",
      () => boosting({ loss: logistic() }).fit({ x: [1, 2], y: ["a", "a"] }, { target: "y" }),
      'bad-target | cambium: the logistic loss expects two classes, but target "y" has 1 ("a"); softmax() takes any number',
    ],
    [
      "a loss of another task",
      () => boosting({ loss: squaredError() }).fit({ x: [1, 2], y: [1, 2] }, { target: "y", task: "classification" }),
      'bad-option | cambium: boosting: the loss squaredError is for regression, but the target "y" is for classification',
    ],
  ])("refuses %s", async (_name, run, message) => {
    expect(await failureOf(run)).toBe(message);
  });
});
