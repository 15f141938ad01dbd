import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  boosting,
  type CartOptions,
  c45,
  cart,
  chiSquare,
  costComplexity,
  extraTrees,
  type FitProgress,
  id3,
  type Learner,
  type Model,
  randomForest,
  reducedError,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const rows = 120;
const x = Array.from({ length: rows }, (_, row) => Math.sin(row * row));
const z = x.map((_, row) => `c${row % 3}`);
const y = x.map((value, row) => (value > 0 === row % 3 > 0 ? "p" : "q"));
const numbers = x.map((value, row) => 10 * value + (row % 3));
const table = { x, z, y };
const run = { target: "y", onWarning: () => {} };

/** By the name that errors are to have. */
const learners: readonly (readonly [string, Learner, object])[] = [
  ["cart", cart(), table],
  ["id3", id3(), { z, y }],
  ["c45", c45(), table],
  ["bagging", bagging(cart(), { trees: 4 }), table],
  ["randomForest", randomForest({ trees: 4 }), table],
  ["extraTrees", extraTrees({ trees: 4 }), table],
  ["adaBoost", adaBoost({ rounds: 4 }), table],
  ["boosting", boosting({ rounds: 4 }), table],
];

async function modelOf(learner: Learner, data: object, options: object = {}): Promise<Model> {
  return learner.fit(data as typeof table, { ...run, ...options });
}

describe("what every fit takes", () => {
  it.each(learners)(
    "%s: threads, signal, timeLimit, onProgress and validation, and the model is the same",
    async (_name, learner, data) => {
      const plain = await modelOf(learner, data);
      const told: FitProgress[] = [];
      const model = await modelOf(learner, data, {
        threads: 2,
        signal: new AbortController().signal,
        timeLimit: 600,
        onProgress: (progress: FitProgress) => void told.push(progress),
      });
      expect(model.toBytes()).toEqual(plain.toBytes());
      const total = model.ensemble.trees.length;
      expect(told.map(({ done }) => done)).toEqual(Array.from({ length: total }, (_, i) => i + 1));
      expect(told.every((one) => one.total >= total && one.seconds >= 0 && Object.isFrozen(one))).toBe(true);
      // The trees are the same; boosting alone keeps what it measured on them.
      const measured = await modelOf(learner, data, { validation: data });
      expect(measured.ensemble).toEqual(plain.ensemble);
    },
  );

  it.each(learners)("%s ends with what onProgress throws", async (_name, learner, data) => {
    const onProgress = () => {
      throw new Error("enough");
    };
    await expect(modelOf(learner, data, { onProgress })).rejects.toThrow("enough");
  });

  it.each(learners)("%s names itself where one is wrong", async (name, learner, data) => {
    const wrong: [object, string][] = [
      [{ threads: 0 }, 'threads expects "auto" or a whole number from 1 to 256, got 0'],
      [{ timeLimit: -1 }, "timeLimit expects a number above 0, or Infinity for no limit, got -1"],
      [{ onProgress: 1 }, "onProgress expects a function, got 1"],
      [{ exclude: 1 }, "exclude expects a list of column names, got 1"],
    ];
    for (const [option, problem] of wrong) {
      expect(await failureOf(() => modelOf(learner, data, option))).toBe(
        `bad-option | cambium: ${name}.fit: ${problem}`,
      );
    }
    expect(await failureOf(() => modelOf(learner, data, { validation: 3 }))).toContain(
      `${name}.fit: validation expects a table`,
    );
    expect(await failureOf(() => modelOf(learner, data, { wat: 3 }))).toContain(
      `${name}.fit has no option "wat"; it takes`,
    );
  });

  it("says in the report of a forest, of adaBoost and of a tree that is not pruned by it that validation has no effect", async () => {
    for (const [name, learner, data] of learners) {
      const { report } = await modelOf(learner, data, { validation: data });
      const isIdle = report.some((line) => line.startsWith("validation has no effect"));
      expect([name, isIdle]).toEqual([name, name !== "boosting"]);
    }
    const pruned = await modelOf(cart({ prune: reducedError() }), table, { validation: table });
    expect(pruned.report.some((line) => line.startsWith("validation has no effect"))).toBe(false);
  });
});

describe("a time limit", () => {
  /** A learner whose third tree or round takes long, as it looks from outside. */
  const slowly = (done: number) => {
    if (done !== 3) return;
    const end = performance.now() + 60;
    while (performance.now() < end);
  };
  const total = 4000;
  const ensembles: readonly (readonly [string, Learner, string])[] = [
    ["bagging", bagging(cart(), { trees: total }), "tree"],
    ["randomForest", randomForest({ trees: total }), "tree"],
    ["extraTrees", extraTrees({ trees: total }), "tree"],
    ["adaBoost", adaBoost(cart({ maxDepth: 2 }), { rounds: total, learningRate: 0.01 }), "round"],
    ["boosting", boosting({ rounds: total }), "round"],
  ];

  it.each(ensembles)("ends %s with the first of its trees", async (_name, learner, part) => {
    const run = { timeLimit: 0.05, threads: 1, onProgress: ({ done }: FitProgress) => slowly(done) };
    const model = await modelOf(learner, table, run);
    const count = model.ensemble.trees.length;
    expect(count).toBeGreaterThanOrEqual(1);
    expect(count).toBeLessThan(total);
    expect(model.report.some((line) => line.startsWith(`the time limit of 0.05 seconds was up after ${part} `))).toBe(
      true,
    );
    expect(model.predict(table)).toHaveLength(rows);
    if (part === "round") return;
    const first = randomForest({ trees: count });
    if (learner.name !== "randomForest") return;
    expect(model.toBytes()).toEqual((await modelOf(first, table)).toBytes());
  });

  it.each(ensembles)("that is up before %s has one is an error", async (name, learner, part) => {
    expect(await failureOf(() => modelOf(learner, table, { timeLimit: 1e-9 }))).toBe(
      `bad-option | cambium: ${name}: the time limit of 1e-9 seconds was up before the first ${part} was done; allow more`,
    );
  });

  it.each(learners.slice(0, 3))("does not end %s, a single tree", async (_name, learner, data) => {
    expect((await modelOf(learner, data, { timeLimit: 1e-9 })).toBytes()).toEqual(
      (await modelOf(learner, data)).toBytes(),
    );
  });

  it.each(ensembles)("is not the reason of a signal: %s", async (_name, learner) => {
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error("stop it"));
    await expect(modelOf(learner, table, { timeLimit: 600, signal: controller.signal, onProgress })).rejects.toThrow(
      "stop it",
    );
  });
});

describe("an error of an option names the learner that was called", () => {
  const makers: readonly (readonly [string, (options: CartOptions) => Learner])[] = [
    ["cart", cart],
    ["randomForest", (options) => randomForest({ trees: 2, ...options })],
    ["extraTrees", (options) => extraTrees({ trees: 2, ...options })],
  ];
  const wrong: readonly (readonly [string, CartOptions, object])[] = [
    ["a criterion of the other task", { criterion: "squaredError" }, table],
    ["a rule of the other task", { prune: chiSquare({ level: 0.05 }) }, { x, z, y: numbers }],
    ["surrogates without a use", { maxSurrogates: 3 }, table],
    ["bins without a use", { splitter: "exact", maxBins: 9 }, table],
    ["surrogates beside absolute error", { criterion: "absoluteError", missing: "surrogate" }, { x, z, y: numbers }],
    ["surrogates on bins", { splitter: "histogram", missing: "surrogate" }, table],
    ["weights of classes for numbers", { classWeights: "balanced" }, { x, z, y: numbers }],
    ["two kinds of class weights", { classWeights: "balanced", priors: { p: 0.5, q: 0.5 } }, table],
    ["weights of no class", { classWeights: { r: 2 } }, table],
    ["priors without the sum 1", { priors: { p: 0.5, q: 0.6 } }, table],
    ["a cost of a right class", { cost: { p: { p: 1 } } }, table],
    ["a cost that is none", { cost: { p: { q: -1 } } }, table],
  ];
  it.each(
    makers.flatMap(([name, make]) => wrong.map(([what, options, data]) => [name, what, make, options, data] as const)),
  )("%s: %s", async (name, _what, make, options, data) => {
    expect(await failureOf(() => modelOf(make(options), data))).toMatch(new RegExp(`^[a-z-]+ \\| cambium: ${name}: `));
  });

  it("also where one asks for a validation set", async () => {
    for (const [name, learner] of [
      ["cart", cart({ prune: reducedError() })],
      ["c45", c45({ prune: reducedError() })],
      ["id3", id3({ prune: costComplexity({ by: "validation" }) })],
    ] as const) {
      const data = name === "id3" ? { z, y } : table;
      expect(await failureOf(() => modelOf(learner, data))).toContain(
        `cambium: ${name}: prune chooses by a validation set`,
      );
    }
  });

  it("and an option of the wrong place is answered with the right one", async () => {
    expect(await failureOf(() => boosting({ threads: 2 } as never))).toContain(
      'boosting has no option "threads"; write boosting(…).fit(table, { threads }); it takes',
    );
    expect(await failureOf(() => randomForest({ n_jobs: 2 } as never))).toContain(
      "write randomForest(…).fit(table, { threads }); ",
    );
    expect(await failureOf(() => modelOf(boosting(), table, { learning_rate: 0.1 }))).toContain(
      "write boosting({ learningRate }); ",
    );
    expect(await failureOf(() => modelOf(c45(), table, { maxDepth: 2 }))).toContain("write c45({ maxDepth }); ");
    expect(await failureOf(() => boosting({ gamma: 1 } as never))).toContain("it is called minGain here; ");
    expect(await failureOf(() => boosting({ minSplitLoss: 1 } as never))).toContain("it is called minGain here; ");
  });
});
