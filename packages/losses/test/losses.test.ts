import {
  atOnce,
  boosting,
  CambiumError,
  initialScoreOf,
  type Loss,
  type RegressionTarget,
  type Target,
  type Task,
} from "@cambium/core";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  absoluteError,
  absolutePercentageError,
  builtInLosses,
  crossEntropy,
  expectile,
  exponential,
  fair,
  focal,
  gamma,
  hinge,
  huber,
  logCosh,
  logistic,
  poisson,
  pseudoHuber,
  quantile,
  squaredError,
  squaredLogError,
  tweedie,
} from "../src/index.ts";

const numbers = (values: readonly number[], weights: readonly number[] | null = null): RegressionTarget => ({
  task: "regression",
  name: "y",
  values: Float64Array.from(values),
  weights: weights && Float64Array.from(weights),
});

/** What an impossible option, or an impossible target, is answered with. */
function answerTo(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof CambiumError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
}

describe("an option that makes no sense is named", () => {
  test.each([
    ["delta expects a number above 0, got 0", () => huber({ delta: 0 })],
    ["delta expects a number above 0, got -1", () => pseudoHuber({ delta: -1 })],
    ["scale expects a number above 0, got Infinity", () => fair({ scale: Number.POSITIVE_INFINITY })],
    ["level expects a number between 0 and 1, got 1", () => quantile({ level: 1 })],
    ["level expects a number between 0 and 1, got 0", () => quantile({ level: 0 })],
    ["level expects a number between 0 and 1, got 0", () => expectile({ level: 0 })],
    ["level expects a number between 0 and 1, got 1", () => expectile({ level: 1 })],
    ["leastSize expects a number >= 0, got -1", () => absolutePercentageError({ leastSize: -1 })],
    ["maxDeltaStep expects a number >= 0, got NaN", () => poisson({ maxDeltaStep: Number.NaN })],
    ["power expects a number between 1 and 2, got 1", () => tweedie({ power: 1 })],
    ["power expects a number between 1 and 2, got 2", () => tweedie({ power: 2 })],
    ["gamma expects a number >= 0, got -2", () => focal({ gamma: -2 })],
    ["alpha expects a number between 0 and 1, got 0", () => focal({ alpha: 0 })],
    ["alpha expects a number between 0 and 1, got 1", () => focal({ alpha: 1 })],
  ])("%s", (sentence, make) => {
    expect(answerTo(make)).toContain(`bad-option: cambium: `);
    expect(answerTo(make)).toContain(sentence);
  });

  it("is one that the loss does not have", () => {
    const misspelt = { levl: 0.9 } as object;
    expect(answerTo(() => quantile(misspelt))).toMatch(/unknown-option: .*quantile has no option "levl".*level/);
  });
});

describe("a target that a loss can not learn is refused by its first bad row", () => {
  test.each([
    [poisson(), [1, 0, -1, -2], 'target "y" is -1 in row 3; the poisson loss expects counts >= 0'],
    [gamma(), [1, 0], 'target "y" is 0 in row 2; the gamma loss expects targets above 0'],
    [tweedie(), [0, -0.5], 'target "y" is -0.5 in row 2; the tweedie loss expects targets >= 0'],
    [
      crossEntropy(),
      [0, 1, 1.5],
      'target "y" is 1.5 in row 3; the crossEntropy loss expects probabilities from 0 to 1',
    ],
    [squaredLogError(), [0, -1], 'target "y" is -1 in row 2; the squaredLogError loss expects targets above -1'],
    [absolutePercentageError({ leastSize: 0 }), [2, 0], 'target "y" is 0 in row 2; the absolutePercentageError loss'],
  ])("$spec.name", (loss, values, sentence) => {
    expect(answerTo(() => loss.checkTarget(numbers(values)))).toContain(sentence);
  });

  test.each([hinge(), exponential(), focal()])("$spec.name, of three classes", (loss) => {
    const codes = Int32Array.of(0, 1, 2);
    const target = { task: "classification" as const, name: "y", codes, classes: ["a", "b", "c"], weights: null };
    expect(answerTo(() => loss.checkTarget(target))).toContain(
      `the ${loss.spec.name} loss expects two classes, but target "y" has 3 ("a", "b", "c")`,
    );
  });
});

describe("losses that are each other in the limit", () => {
  const of = (loss: Loss<"regression">, y: number, score: number) => loss.value(numbers([y]), 0, score);
  const anything = [
    fc.double({ min: -50, max: 50, noNaN: true }),
    fc.double({ min: -50, max: 50, noNaN: true }),
  ] as const;

  it.each<[string, Loss<"regression">, Loss<"regression">, number]>([
    ["a wide Huber's is the square", huber({ delta: 1000 }), squaredError(), 1],
    ["the expectile in the middle is the square", expectile(), squaredError(), 1],
    ["the quantile in the middle is half the absolute error", quantile(), absoluteError(), 0.5],
    [
      "shares of at least 1000 are the absolute error of thousands",
      absolutePercentageError({ leastSize: 1000 }),
      absoluteError(),
      0.001,
    ],
  ])("%s", (_, loss, limit, factor) => {
    fc.assert(
      fc.property(...anything, (y, score) => {
        expect(of(loss, y, score)).toBeCloseTo(factor * of(limit, y, score), 10);
      }),
    );
  });

  it("are smooth ones that stay near Huber's and the absolute error's", () => {
    fc.assert(
      fc.property(...anything, (y, score) => {
        const distance = Math.abs(score - y);
        expect(of(logCosh(), y, score)).toBeLessThanOrEqual(distance);
        expect(of(logCosh(), y, score)).toBeGreaterThanOrEqual(distance - Math.log(2) - 1e-12);
        expect(of(pseudoHuber(), y, score)).toBeLessThanOrEqual(of(huber(), y, score) + 1e-12);
        expect(of(fair({ scale: 0.001 }), y, score) / 0.001).toBeCloseTo(distance, 1);
      }),
    );
  });

  it("are focal without focus, and shares that are classes", () => {
    const target = {
      task: "classification" as const,
      name: "y",
      codes: Int32Array.of(0, 1),
      classes: [0, 1],
      weights: null,
    };
    for (const score of [-3, -0.5, 0, 2, 30]) {
      for (const row of [0, 1]) {
        const expected = logistic().value(target, row, score);
        expect(focal({ gamma: 0 }).value(target, row, score)).toBeCloseTo(expected, 12);
        expect(crossEntropy().value(numbers([0, 1]), row, score)).toBe(expected);
      }
    }
  });
});

describe("bounds that stand in for second derivatives", () => {
  const residuals = fc.double({ min: -300, max: 300, noNaN: true });
  const stepAt = (loss: Loss<"regression">, score: number) => {
    const [gradients, hessians] = [new Float64Array(1), new Float64Array(1)];
    loss.derivatives(numbers([0]), Float64Array.of(score), gradients, hessians, 0, 1);
    return { gradient: gradients[0], hessian: hessians[0] };
  };

  // As Huber had it: of all parabolas that touch the loss there, and are nowhere below it, the flattest.
  it.each([huber({ delta: 1.5 }), pseudoHuber({ delta: 2 }), fair({ scale: 3 }), logCosh()])(
    "are those of the parabola around the target: $spec.name",
    (loss) => {
      const valueAt = (score: number) => loss.value(numbers([0]), 0, score);
      fc.assert(
        fc.property(residuals, residuals, (score, other) => {
          fc.pre(Math.abs(score) > 1e-6);
          const { gradient, hessian } = stepAt(loss, score);
          expect(hessian * score).toBeCloseTo(gradient, 9);
          const parabola = valueAt(score) + gradient * (other - score) + (hessian / 2) * (other - score) ** 2;
          expect(parabola).toBeGreaterThanOrEqual(valueAt(other) - 1e-9 * (1 + valueAt(other)));
        }),
      );
      expect(stepAt(loss, 0)).toEqual({ gradient: 0, hessian: 1 });
    },
  );

  it("are second derivatives of the focal loss where the class is likely, and above 0 where it bends down", () => {
    const target = {
      task: "classification" as const,
      name: "y",
      codes: Int32Array.of(1),
      classes: [0, 1],
      weights: null,
    };
    const hessianAt = (score: number) => {
      const [gradients, hessians] = [new Float64Array(1), new Float64Array(1)];
      focal().derivatives(target, Float64Array.of(score), gradients, hessians, 0, 1);
      return hessians[0];
    };
    // p·q²·(5q - 4p·log(p)) by the formula, with p and q from e.
    for (const score of [-8, -3, 0, 2, 9]) {
      const p = 1 / (1 + Math.exp(-score));
      const q = 1 - p;
      expect(hessianAt(score)).toBeCloseTo(p * q * q * (5 * q - 4 * p * Math.log(p)), 12);
    }
  });
});

describe("where a row stands on a corner", () => {
  const yes = { task: "classification", name: "y", codes: Int32Array.of(1), classes: [0, 1], weights: null } as const;

  it.each<[string, Loss, Target, number, number[]]>([
    [
      "the quantile's is where the score is too high, as LightGBM has it",
      quantile({ level: 0.9 }),
      numbers([2]),
      2,
      [1 - 0.9],
    ],
    ["the absolute error's has no slope", absoluteError(), numbers([2]), 2, [0]],
    ["the hinge's is beyond the margin", hinge(), yes, 1, [-0, 0]],
  ])("%s", (_, loss, target, score, expected) => {
    const arrays = expected.map(() => new Float64Array(1));
    loss.derivatives(target as never, Float64Array.of(score), arrays[0], arrays[1] ?? null, 0, 1);
    expect(arrays.map(([figure]) => figure + 0)).toEqual(expected.map((figure) => figure + 0));
  });
});

describe("where the best score has no end", () => {
  it.each([
    { loss: crossEntropy(), y: 0, score: -Math.log(2 ** 20 - 1) },
    { loss: crossEntropy(), y: 1, score: Math.log(2 ** 20 - 1) },
    { loss: poisson(), y: 0, score: -20 * Math.LN2 },
    { loss: tweedie(), y: 0, score: -20 * Math.LN2 },
  ])("$loss.spec.name begins 2^-20 or so from a mean of $y", ({ loss, y, score }) => {
    expect(atOnce(initialScoreOf(loss, numbers([y, y, y])))).toBeCloseTo(score, 9);
  });

  it("focal begins at the log-odds of a class of one in 100,000, and near to a millionth of none", () => {
    const of = (codes: Int32Array) =>
      atOnce(
        initialScoreOf(focal({ gamma: 0 }), {
          task: "classification",
          name: "y",
          codes,
          classes: [0, 1],
          weights: null,
        }),
      );
    expect(of(new Int32Array(100_000).fill(1, 99_999))).toBeCloseTo(-Math.log(99_999), 6);
    expect([of(Int32Array.of(0)), of(Int32Array.of(1))]).toEqual([-14, 14]);
  });
});

test("a loss whose hessian is the second derivative by some of its options says so", () => {
  const exact = [poisson({ maxDeltaStep: 0 }), focal({ gamma: 0 })];
  expect(exact.map(({ curvature }) => curvature)).toEqual(["exact", "exact"]);
  expect([poisson(), focal()].map(({ curvature }) => curvature)).toEqual(["bound", "bound"]);
});

describe("each loss", () => {
  const count = 60;
  const x = Array.from({ length: count }, (_, row) => ((row * 37) % count) / 8);
  const weight = Array.from({ length: count }, (_, row) => 0.1 + ((row * 17) % 7) / 3);
  const share = x.map((value, row) => 0.05 + (0.9 * ((value * 8 + 13 * (row % 4)) % count)) / count);
  const labels = { regression: share, classification: share.map((value) => (value > 0.6 ? "yes" : "no")) };
  const orders = [
    Array.from({ length: count }, (_, row) => row),
    Array.from({ length: count }, (_, row) => (row * 7) % count),
  ];
  const forms: Loss[] = [
    ...Object.values(builtInLosses).map((make): Loss => make() as Loss),
    ...([quantile({ level: 0.9 }), expectile({ level: 0.2 }), huber({ delta: 0.1 })] as Loss<Task>[]),
  ];

  it.each(forms)("$spec.name, $spec.parameters, has one model for any order of weighted rows", async (loss) => {
    const y = labels[loss.task];
    const bytes = orders.map(async (order) => {
      const table = { x: order.map((row) => x[row]), y: order.map((row) => y[row]) };
      const learner = boosting({ loss, rounds: 8, maxDepth: 3, learningRate: 0.5 });
      const model = await learner.fit(table, { target: "y", weight: Float64Array.from(order, (row) => weight[row]) });
      return model.toBytes();
    });
    expect(await bytes[1]).toEqual(await bytes[0]);
  });

  it.each(forms)("$spec.name, $spec.parameters, falls from round to round", async (loss) => {
    const curve: number[] = [];
    const onRound = ({ trainLoss }: { readonly trainLoss: number }) => void curve.push(trainLoss);
    await boosting({ loss, rounds: 30, maxDepth: 3 }).fit({ x, y: labels[loss.task] }, { target: "y", onRound });
    expect(curve.length).toBe(30);
    // A step over a corner may cost something: the hinge has one where many rows end.
    const most = loss.spec.name === "hinge" ? 1e-2 : 1e-12;
    for (let round = 1; round < curve.length; round++) {
      expect(curve[round]).toBeLessThanOrEqual(curve[round - 1] + most);
    }
    expect(curve.at(-1)).toBeLessThan(curve[0]);
  });
});

describe("the hinge", () => {
  const x = [0, 0, 0, 1, 1, 1];
  const y = ["a", "a", "b", "b", "b", "b"];
  const one = { loss: hinge(), rounds: 1, learningRate: 1, maxDepth: 1, baseScore: 2, minChildWeight: 0 } as const;

  test("has rows beyond the margin count for nothing in a leaf: they hold back none that is short of it", async () => {
    const model = await boosting(one).fit({ x, y }, { target: "y" });
    // Two rows are short of it, and l2 is 1.
    for (const score of model.predictScore({ x: [0, 1] })) expect(score - 2).toBeCloseTo(-2 / 3, 12);
  });

  test("leaves a node whole where one side would have nothing but such rows, and no l2", async () => {
    const model = await boosting({ ...one, l2: 0 }).fit({ x, y }, { target: "y" });
    expect(model.predictScore({ x: [0, 1] })).toEqual(Float64Array.of(1, 1));
  });

  test("stays where it is when all rows are beyond the margin", async () => {
    const learner = boosting({ loss: hinge(), rounds: 200, learningRate: 1, l2: 0, minChildWeight: 0 });
    const model = await learner.fit({ x, y: x.map(String) }, { target: "y" });
    expect([...model.predictScore({ x: [0, 1] })].map(Number.isFinite)).toEqual([true, true]);
    expect(model.ensemble.trees.at(-1)?.value).toEqual(Float64Array.of(0));
  });
});

describe("leaves that are refitted", () => {
  const x = Array.from({ length: 400 }, (_, row) => row % 2);
  const noise = Array.from({ length: 400 }, (_, row) => ((row * 89) % 101) / 101);
  const y = x.map((value, row) => 10 * value + noise[row] * (1 + value));
  const one = { rounds: 1, learningRate: 1, maxDepth: 2, l2: 0 } as const;

  test.each([0.1, 0.5, 0.9])("are the quantiles of their rows: level %d", async (level) => {
    const model = await boosting({ loss: quantile({ level }), ...one }).fit({ x, y }, { target: "y" });
    const predicted = model.predict({ x: [0, 1] });
    for (const group of [0, 1]) {
      const sorted = y.filter((_, row) => x[row] === group).sort((a, b) => a - b);
      expect(predicted[group]).toBeCloseTo(sorted[Math.ceil(level * sorted.length - 1e-9) - 1], 12);
    }
  });

  test("are not moved by one row that is far away", async () => {
    const far = y.map((value, row) => (row === 17 ? 1e6 : value));
    const [near, robust] = await Promise.all(
      [y, far].map((target) => boosting({ loss: absoluteError(), ...one }).fit({ x, y: target }, { target: "y" })),
    );
    const [before, after] = [near, robust].map((model) => model.predict({ x: [0, 1] }));
    for (const group of [0, 1]) expect(Math.abs(after[group] - before[group])).toBeLessThan(0.2);
  });
});
