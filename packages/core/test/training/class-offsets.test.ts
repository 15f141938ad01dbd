import {
  type BoostingOptions,
  boosting,
  type ClassificationModel,
  createDataset,
  crossValidate,
  evaluate,
  loadDataset,
  loadModel,
  permutationImportance,
  predictStages,
  refreshLeaves,
  softmax,
} from "@cambium/core";
import { describe, expect, it } from "vitest";
import { withJson } from "../support/crafted-file.ts";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";

const ROWS = 1200;
const CLASSES = ["blue", "green", "red"];
const places = Array.from({ length: ROWS }, (_, row) => row);
const noise = (row: number) => ((Math.imul(row + 7, 2_654_435_761) >>> 9) % 100) / 100;
const a = Float64Array.from(places, (row) => (row * 7919) % 1000);
const b = Float64Array.from(places, (row) => (row % 13 === 0 ? Number.NaN : (row * 31) % 97));
const c = places.map((row) => ["x", "y", "z"][(row * 5) % 3]);
const offsets = {
  forBlue: Float64Array.from(places, (row) => ((row * 17) % 64) / 16 - 2),
  forGreen: Float64Array.from(places, (row) => ((row * 29) % 50) / 25),
  forRed: Float64Array.from(places, (row) => ((row * 11) % 32) / 32),
};
const offset = ["forBlue", "forGreen", "forRed"] as const;
const y = places.map((row) => {
  const scores = [offsets.forBlue[row] + a[row] / 400, offsets.forGreen[row] + 3 * noise(row), offsets.forRed[row] + 1];
  return CLASSES[scores.indexOf(Math.max(...scores))];
});
const plain = { a, b, c, y };
const table = { ...plain, ...offsets };
const run = { target: "y", offset };
const rows = places.slice(0, 90).map((row) => ({
  ...{ a: a[row], b: b[row], c: c[row] },
  ...{ forBlue: offsets.forBlue[row], forGreen: offsets.forGreen[row], forRed: offsets.forRed[row] },
}));

/** The scores of a model, as columns of these names. */
function columnsOf(scores: Float64Array): Record<(typeof offset)[number], Float64Array> {
  const column = (place: number) => scores.filter((_, at) => at % 3 === place);
  return { forBlue: column(0), forGreen: column(1), forRed: column(2) };
}

/** The loss without what the kernels have of it. */
function uncompiled() {
  const { kernel: _kernel, ...rest } = softmax();
  return rest;
}

const ways: readonly [string, BoostingOptions<"classification">][] = [
  ["on bins", { splitter: "histogram", rounds: 8 }],
  ["exact", { splitter: "exact", rounds: 8, maxDepth: 3 }],
  ["by leaf, through few columns", { splitter: "histogram", maxLeaves: 12, rounds: 5, columnSample: { tree: 0.7 } }],
  ["on rows of large gradients", { splitter: "histogram", rounds: 14, rowSample: { largest: 0.2, others: 0.2 } }],
];

describe("an offset for each class", () => {
  describe.each(ways)("%s", (_way, options) => {
    it("of one number each in all rows gives the trees that there are without it, from initial scores that are less by it", async () => {
      const shifts = { forBlue: 0.75, forGreen: -1.5, forRed: 0.25 };
      const constant = (shift: number) => new Float64Array(ROWS).fill(shift);
      const shifted = {
        ...{ ...plain, forBlue: constant(0.75) },
        ...{ forGreen: constant(-1.5), forRed: constant(0.25) },
      };
      const loss = uncompiled();
      const dyadic = { ...loss, initialScores: () => Float64Array.of(-0.5, -1, -2) };
      const learner = boosting({ ...options, loss: dyadic });
      const free = await learner.fit(plain, { target: "y" });
      const told = {
        ...dyadic,
        startsAtBest: false,
        initialScores: () => Float64Array.of(-0.5 - shifts.forBlue, -1 - shifts.forGreen, -2 - shifts.forRed),
      };
      const moved = await boosting({ ...options, loss: told }).fit(shifted, run);
      expect(moved.ensemble.trees).toEqual(free.ensemble.trees);
      expect(moved.predictScore(shifted)).toEqual(free.predictScore(plain));
      const best = (await boosting(options).fit(shifted, run)).ensemble.initialScore;
      const without = (await boosting(options).fit(plain, { target: "y" })).ensemble.initialScore;
      Object.values(shifts).forEach((shift, code) => {
        expect(best[code]).toBeCloseTo(without[code] - shift, 9);
      });
    });

    it("of scores of a first model goes on from it as more rounds would", async () => {
      // Draws go by the number of the round, which starts anew.
      const learner = boosting({ ...options, rowSample: 1, columnSample: {} });
      const half = await learner.fit(plain, { target: "y" });
      const onward = await learner.fit(plain, { target: "y", continueFrom: half });
      const stacked = { ...plain, ...columnsOf(half.predictScore(plain)) };
      const above = await boosting({ ...options, rowSample: 1, columnSample: {}, baseScore: 0 }).fit(stacked, run);
      const rounds = half.ensemble.trees.length / 3;
      expect(above.ensemble.trees).toEqual(onward.slice(rounds).ensemble.trees);
      // Sums are of the same numbers, in the same order.
      expect(above.predictScore(stacked)).toEqual(onward.predictScore(plain));
    });

    it("has the same bytes for any order of the rows, threads, with or without compiled derivatives, and from a dataset's bytes", async () => {
      const keyed = { ...table, key: Float64Array.from(places) };
      const learner = boosting(options);
      const told = { ...run, rowKey: "key" };
      const expected = digest(await learner.fit(keyed, told));
      const order = places.map((row) => (row * 7) % ROWS);
      expect(digest(await learner.fit(inOrder(keyed, order), told))).toBe(expected);
      expect(digest(await learner.fit(keyed, { ...told, threads: 2 }))).toBe(expected);
      expect(digest(await boosting({ ...options, loss: uncompiled() }).fit(keyed, told))).toBe(expected);
      const dataset = await createDataset(keyed, told);
      const loaded = await loadDataset(dataset.toBytes());
      expect(loaded).toEqual(dataset);
      expect(digest(await learner.fit(loaded))).toBe(expected);
    });
  });

  it("begins where the gradients of each class add up to nothing, by the weights of the rows", async () => {
    const weight = Float64Array.from(places, (row) => row % 4);
    const model = await boosting({ rounds: 1 }).fit({ ...table, weight }, { ...run, weight: "weight" });
    const starts = model.ensemble.initialScore;
    const left = [0, 0, 0];
    for (const row of places) {
      const powers = offset.map((name, code) => Math.exp(starts[code] + offsets[name][row]));
      const sum = powers.reduce((total, power) => total + power, 0);
      powers.forEach((power, code) => {
        left[code] += weight[row] * (power / sum - (y[row] === CLASSES[code] ? 1 : 0));
      });
    }
    for (const slope of left) expect(Math.abs(slope)).toBeLessThan(1e-8);
  });

  it.each([
    ["that lie far apart", (row: number, code: number) => 900 * (((row * (3 + code)) % 7) - 3)],
    [
      "that say the class, wrong now and then",
      (row: number, code: number) => (CLASSES[code] === y[row] ? 30 : 0) - (row % 40),
    ],
    ["of one class alone", (row: number, code: number) => (code === 1 ? row / 100 : 0)],
  ])("begins at finite scores whose loss is no more than that of offsets alone: those %s", async (_what, of) => {
    const columns = offset.map((name, code) => [name, places.map((row) => of(row, code))] as const);
    const odd = { ...plain, ...Object.fromEntries(columns) };
    const lossOf = async (options: BoostingOptions<"classification">) => {
      const tiny = { ...options, rounds: 1, learningRate: 1e-12, loss: softmax() };
      const { learningCurve, ensemble } = await boosting(tiny).fit(odd, { ...run, trainMetrics: true });
      expect(ensemble.initialScore.every(Number.isFinite)).toBe(true);
      return learningCurve[0].sets.train.meanLoss;
    };
    const best = await lossOf({});
    for (const baseScore of [0, 1]) expect(best).toBeLessThanOrEqual((await lossOf({ baseScore })) + 1e-12);
  });

  it("ends soon where offsets lie so far apart that gradients have edges and no slopes", async () => {
    const few = places.slice(0, 30);
    const far = offset.map(
      (name, code) => [name, few.map((row) => 1000 * (noise(7 * row + 1001 * code) - 0.5))] as const,
    );
    let passes = 0;
    const loss = uncompiled();
    const counted: typeof loss = {
      ...loss,
      derivatives(target, scores, gradients, hessians, start, end) {
        if (start === 0) passes++;
        loss.derivatives(target, scores, gradients, hessians, start, end);
      },
    };
    const odd = { a: few.map((row) => a[row]), y: few.map((row) => CLASSES[row % 3]), ...Object.fromEntries(far) };
    await boosting({ rounds: 1, loss: counted }).fit(odd, run);
    expect(passes).toBeLessThan(400);
  });

  it("keeps the first guess for a class of no weight", async () => {
    const weight = y.map((label) => (label === "red" ? 0 : 1));
    const model = await boosting({ rounds: 1 }).fit({ ...table, weight }, { ...run, weight: "weight" });
    const rowsOfWeight = places.filter((row) => weight[row] > 0);
    const middle = rowsOfWeight.reduce((sum, row) => sum + offsets.forRed[row], 0) / rowsOfWeight.length;
    // A share of 2^-20 stands in for 0, as without offsets.
    expect(model.ensemble.initialScore[2]).toBeCloseTo(-20 * Math.LN2 - middle, 12);
    expect(model.ensemble.initialScore.every(Number.isFinite)).toBe(true);
  });

  it("goes by the order of the list, which is that of the classes", async () => {
    const learner = boosting({ rounds: 2 });
    const right = await learner.fit(table, run);
    const swapped = { ...table, forBlue: offsets.forRed, forRed: offsets.forBlue };
    const other = await learner.fit(swapped, { target: "y", offset: ["forRed", "forGreen", "forBlue"] });
    expect(other.ensemble).toEqual(right.ensemble);
    expect(digest(await learner.fit(table, { target: "y", offset: ["forRed", "forGreen", "forBlue"] }))).not.toBe(
      digest(other),
    );
  });

  it("may be one column for several classes", async () => {
    const learner = boosting({ rounds: 2 });
    const twice = await learner.fit(table, { target: "y", offset: ["forBlue", "forRed", "forRed"], features: ["a"] });
    const copied = { ...table, forGreen: offsets.forRed };
    const apart = await learner.fit(copied, { ...run, features: ["a"] });
    expect(twice.ensemble).toEqual(apart.ensemble);
    expect(loadModel(twice.toBytes()).predictScore(rows)).toEqual(twice.predictScore(rows));
  });
});

describe("a model with an offset for each class", () => {
  const trained = async () => (await boosting({ rounds: 6 }).fit(table, run)) as ClassificationModel;

  it("adds those of each row, from a table, an object, its file and a part of the trees", async () => {
    const model = await trained();
    expect(model.features.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(model.offset).toEqual(offset);
    const scores = model.predictScore(rows);
    const still = model.predictScore(rows.map((row) => ({ ...row, forBlue: 0, forGreen: 0, forRed: 0 })));
    for (const [at, score] of scores.entries()) {
      expect(score).toBeCloseTo(still[at] + rows[Math.floor(at / 3)][offset[at % 3]], 12);
    }
    const loaded = loadModel(model.toBytes()) as ClassificationModel;
    expect(loaded.offset).toEqual(offset);
    expect(loaded.predictScore(rows)).toEqual(scores);
    expect(rows.map((row) => model.predictOne(row))).toEqual(model.predict(rows));
    const stages = [...predictStages(model, rows)];
    expect(stages[5].scores).toEqual(scores);
    expect(stages[5].predictions).toEqual(model.predictProbability(rows));
    expect(stages[2].scores).toEqual(model.slice(0, 3).predictScore(rows));
    const columns = Object.fromEntries(Object.keys(rows[0]).map((name) => [name, rows.map((row) => row[name as "a"])]));
    expect(model.predictScore(columns)).toEqual(scores);
    expect(model.predictScore([])).toEqual(new Float64Array(0));
  });

  it("is judged, and its features are, with the offsets", async () => {
    const model = await trained();
    const { logLoss } = evaluate(model, table);
    const shares = model.predictProbability(table);
    const byHand = y.reduce((sum, label, row) => sum - Math.log(shares[3 * row + CLASSES.indexOf(label)]), 0) / ROWS;
    expect(logLoss).toBeCloseTo(byHand, 10);
    const still = Object.fromEntries(offset.map((name) => [name, new Float64Array(ROWS)]));
    // Were the offsets dealt to other rows, the scores would be worse by as much as without them.
    const without = evaluate(model, { ...table, ...still }).logLoss - logLoss;
    const drops = permutationImportance(model, table, { metric: "logLoss", repeats: 1 });
    expect(drops.find(({ feature }) => feature === "b")?.mean).toBeLessThan(without / 5);
  });

  it("is measured on validation rows, goes on, and is refreshed with theirs", async () => {
    const late = Object.fromEntries(
      Object.entries(table).map(([name, column]) => [name, column.slice(900)]),
    ) as typeof table;
    const learner = boosting<"classification">({ rounds: 5, loss: softmax() });
    const model = await learner.fit(table, { ...run, validation: late, metrics: ["logLoss"] });
    const { logLoss } = evaluate(model, late);
    expect(model.learningCurve[4].sets.validation.logLoss).toBeCloseTo(logLoss, 10);
    expect(model.learningCurve[4].sets.validation.meanLoss).toBeCloseTo(logLoss, 10);
    const half = await learner.fit(table, run);
    expect(digest(await learner.fit(table, { ...run, continueFrom: half }))).toBe(
      digest(await boosting({ rounds: 10 }).fit(table, run)),
    );
    expect(digest(await refreshLeaves(half, table))).toBe(digest(half));
    const moved = await refreshLeaves(half, { ...table, forRed: offsets.forRed.map((value) => value + 1) });
    expect(digest(moved)).not.toBe(digest(half));
  });

  it("keeps them in folds, as by hand", async () => {
    const learner = boosting<"classification">({ rounds: 4, loss: softmax() });
    const test = places.filter((row) => row % 3 === 0);
    const train = places.filter((row) => row % 3 !== 0);
    const one = await crossValidate(learner, table, { ...run, folds: [{ train, test }] });
    const model = await learner.fit(inOrder(table, train), run);
    expect(one.mean.logLoss).toBe(evaluate(model, inOrder(table, test)).logLoss);
  });

  it("refuses rows without one of them, and tells which", async () => {
    const model = await trained();
    const { forGreen: _forGreen, ...lacking } = table;
    const sentence =
      'unknown-column | cambium: the model was trained with an offset "forGreen", a column that is added to the scores of the rows, and the table lacks it;';
    for (const use of [
      () => model.predict(lacking),
      () => model.predictOne({ a: 1, b: 2, c: "x", forBlue: 1, forRed: 2 }),
      () => [...predictStages(model, lacking)],
      () => evaluate(model, lacking),
    ])
      expect((await failureOf(use)).slice(0, sentence.length)).toBe(sentence);
    const bare = await boosting({ rounds: 1 }).fit(table, { ...run, features: ["a", "b"] });
    expect(await failureOf(() => bare.predictOne(Float64Array.of(1, 2)))).toContain(
      'adds the offset "forBlue", "forGreen", "forRed" to the scores of the rows',
    );
    const [first, second] = rows;
    expect(await failureOf(() => model.predict([first, { ...second, forRed: Number.NaN }]))).toContain(
      'bad-offset | cambium: offset: column "forRed" has NaN in row 2',
    );
    expect(await failureOf(() => model.predictOne({ ...first, forRed: null }))).toContain(
      'bad-offset | cambium: offset: column "forRed" has null in row 1',
    );
  });

  it.each<[string, readonly string[], string]>([
    [
      "too few columns",
      ["forBlue", "forRed"],
      'the loss softmax expects a column for each of the classes "blue", "green", "red", in this order, got "forBlue", "forRed"',
    ],
    ["one column", ["forBlue"], "the loss softmax expects a column for each of the classes"],
    ["the target among them", ["forBlue", "y", "forRed"], 'offset: "y" is the target, it can not be the offset too'],
    ["a column that is not there", ["forBlue", "forGren", "forRed"], 'did you mean "forGreen"?'],
    ["a feature", ["forBlue", "a", "forRed"], 'features: "a" is the offset, it can not be a feature too'],
  ])("is not trained with %s", async (_what, names, sentence) => {
    const features = names.includes("a") ? { features: ["a", "b"] } : {};
    expect(await failureOf(() => boosting().fit(table, { target: "y", offset: names, ...features }))).toContain(
      sentence,
    );
  });

  it("is refused in a file with too few of them", async () => {
    const bytes = (await trained()).toBytes();
    const withOffsets = (names: string[]) => withJson(bytes, "offs", () => JSON.stringify(names));
    expect(await failureOf(() => loadModel(withOffsets(["forBlue", "forGreen"])))).toContain(
      "it has 2 offsets for 3 scores a row",
    );
    expect(await failureOf(() => loadModel(withOffsets(["forBlue", "forGreen", "y"])))).toContain(
      "its offset is its target",
    );
  });
});
