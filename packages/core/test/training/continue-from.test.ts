import {
  type BoostingOptions,
  boosting,
  cart,
  FitAbortedError,
  type Loss,
  loadModel,
  logistic,
  squaredError,
} from "@cambium/core";
import { describe, expect, it } from "vitest";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";

const ROWS = 3000;
const noise = Float64Array.from({ length: ROWS }, (_, i) => ((Math.imul(i + 7, 2_654_435_761) >>> 9) % 100) / 100);
const a = Float64Array.from({ length: ROWS }, (_, i) => (i * 7919) % 1000);
const b = Float32Array.from({ length: ROWS }, (_, i) => (i % 13 === 0 ? Number.NaN : (i * 31) % 97));
const c = Array.from({ length: ROWS }, (_, i) => ["x", "y", "z"][(i * 5) % 3]);
const size = Float64Array.from(a, (value, i) => value / 300 + ((i * 5) % 3) + noise[i]);
const targets = {
  numbers: size,
  pairs: Array.from(size, (value) => (value > 3 ? "yes" : "no")),
  classes: Array.from(size, (value) => ["low", "middle", "high"][Math.min(2, Math.floor(value / 2))]),
};

describe("a fit that goes on from a model", () => {
  const ways: readonly [string, BoostingOptions][] = [
    ["on bins", { splitter: "histogram" }],
    ["exact", { splitter: "exact" }],
    [
      "with rows and columns by chance",
      { splitter: "histogram", rowSample: 0.5, columnSample: { tree: 0.7 }, seed: 3 },
    ],
  ];
  for (const [name, y] of Object.entries(targets)) {
    for (const [way, options] of ways) {
      it(`makes of five rounds and five the ten that one fit makes, byte for byte: ${name}, ${way}`, async () => {
        const table = { a, b, c, y };
        const run = {
          target: "y",
          validation: { a: a.slice(0, 300), b: b.slice(0, 300), c: c.slice(0, 300), y: y.slice(0, 300) },
        };
        const ten = await boosting({ ...options, rounds: 10 }).fit(table, run);
        const five = boosting({ ...options, rounds: 5 });
        const half = await five.fit(table, run);
        const heard: number[] = [];
        const onRound = ({ round, rounds }: { readonly round: number; readonly rounds: number }) =>
          heard.push(round, rounds);
        expect(digest(await five.fit(table, { ...run, continueFrom: half, onRound }))).toBe(digest(ten));
        expect(heard).toEqual([6, 10, 7, 10, 8, 10, 9, 10, 10, 10]);
        expect(digest(await five.fit(table, { ...run, continueFrom: loadModel(half.toBytes()) }))).toBe(digest(ten));
      });
    }
  }

  it("remembers the best round by its learning curve", async () => {
    const table = { a, b, c, y: size };
    const validation = {
      a: a.slice(0, 200),
      b: b.slice(0, 200),
      c: c.slice(0, 200),
      y: Float64Array.from(noise.slice(0, 200)),
    };
    const stopping = { earlyStopping: { patience: 4 }, learningRate: 0.3 };
    const run = { target: "y", validation };
    const whole = await boosting({ ...stopping, rounds: 50 }).fit(table, run);
    const first = await boosting({ ...stopping, rounds: 2, earlyStopping: { patience: 4, restoreBest: false } }).fit(
      table,
      run,
    );
    const rest = await boosting({ ...stopping, rounds: 48 }).fit(table, { ...run, continueFrom: first });
    expect(digest(rest)).toBe(digest(whole));
  });

  describe("and stops early", () => {
    const part = (column: ArrayLike<number | string>) => Array.from(column).slice(0, 200);
    const table = { a, b, c, y: size };
    const validation = { a: part(a), b: part(b), c: part(c), y: part(noise) };
    const stopping = { learningRate: 0.3, earlyStopping: { patience: 2, restoreBest: false } };

    it("makes no further round where patience has run out already", async () => {
      const run = { target: "y", validation };
      const first = await boosting({ ...stopping, rounds: 50 }).fit(table, run);
      expect(first.ensemble.trees.length).toBeLessThan(50);
      const more = await boosting({ ...stopping, rounds: 50 }).fit(table, { ...run, continueFrom: first });
      expect(more.ensemble.trees.length).toBe(first.ensemble.trees.length);
      expect(more.report.join()).toContain(`early stopping after round ${first.ensemble.trees.length} of`);
    });

    it("goes on, and keeps the trees, where its figure was not measured after the rounds of the model", async () => {
      const learner = boosting({ rounds: 9, learningRate: 0.3, earlyStopping: { patience: 2, metric: "mae" } });
      const run = { target: "y", validation };
      const heard = await boosting({ rounds: 3 }).fit(table, { target: "y", onRound: () => {} });
      const measured = await boosting({ rounds: 3 }).fit(table, run);
      for (const continueFrom of [heard, measured]) {
        expect((await learner.fit(table, { ...run, continueFrom })).ensemble.trees.length).toBeGreaterThan(3);
      }
    });

    it("ends with the trees of the model where it is aborted in the first round of its own", async () => {
      const signal = { aborted: false, reason: new Error("enough") };
      const { kernel: _compiled, ...squares } = squaredError();
      let isSlow = false;
      const loss: Loss<"regression"> = {
        ...squares,
        spec: { name: "slow", parameters: {} },
        derivatives(...given) {
          squares.derivatives(...given);
          if (!isSlow) return;
          signal.aborted = true;
          for (const began = performance.now(); performance.now() - began < 100; );
        },
      };
      const continueFrom = await boosting({ rounds: 3, loss }).fit(table, { target: "y" });
      isSlow = true;
      const learner = boosting({ loss, earlyStopping: { patience: 2 } });
      const error = await learner
        .fit(table, { target: "y", validation, continueFrom, signal })
        .catch((reason) => reason);
      expect(error).toBeInstanceOf(FitAbortedError);
      expect(error.model.ensemble.trees.length).toBe(3);
    });

    it("finds the best round among those after which its figure was measured", async () => {
      const before = await boosting({ rounds: 3, learningRate: 0.3 }).fit(table, { target: "y", validation });
      const byError = { ...stopping, earlyStopping: { patience: 5, metric: "mae" as const } };
      const learner = boosting({ ...byError, rounds: 9 });
      for (const sets of [validation, { near: validation }]) {
        const { report } = await learner.fit(table, { target: "y", validation: sets, continueFrom: before });
        const [, round, value] = /were predicted best after round (\d+), with mae (\S+);/.exec(report.join()) ?? [];
        expect(Number(round)).toBeGreaterThan(3);
        expect(Number(value)).toBeGreaterThan(0);
      }
    });
  });

  it("has the curve of the rounds that the model has, where early stopping had left some out", async () => {
    const table = { a: a.slice(0, 300), b: b.slice(0, 300), c: c.slice(0, 300), y: size.slice(0, 300) };
    const validation = { ...table, y: noise.slice(0, 300) };
    const run = { target: "y", validation };
    const first = await boosting({ rounds: 30, learningRate: 0.5, earlyStopping: { patience: 2 } }).fit(table, run);
    const kept = first.ensemble.trees.length;
    expect(first.learningCurve.length).toBe(kept + 2);
    const more = await boosting({ rounds: 4, learningRate: 0.2 }).fit(table, { ...run, continueFrom: first });
    expect(more.learningCurve.map(({ round }) => round)).toEqual(Array.from({ length: kept + 4 }, (_, i) => i + 1));
  });

  it("refuses a model of another learner, of another target, or of other classes", async () => {
    const table = { a, b, c, y: targets.pairs };
    const continueFrom = await boosting({ rounds: 2 }).fit(table, { target: "y" });
    const tree = await cart().fit(table, { target: "y" });
    expect(await failureOf(() => boosting().fit(table, { target: "y", continueFrom: tree }))).toContain(
      'continueFrom: the model has the learner "cart", and this fit "boosting"',
    );
    const other = { a, b, c, z: targets.pairs };
    expect(await failureOf(() => boosting().fit(other, { target: "z", continueFrom }))).toContain(
      'continueFrom: the model has the target "y", and this fit "z"',
    );
    const renamed = { ...table, y: targets.pairs.map((label) => `${label}!`) };
    expect(await failureOf(() => boosting().fit(renamed, { target: "y", continueFrom }))).toContain(
      'continueFrom: the model has the classes ["no","yes"], and this fit ["no!","yes!"]',
    );
  });

  it.each<[string, object, BoostingOptions, string]>([
    [
      "another loss",
      { y: targets.pairs },
      {},
      'the model has the loss {"name":"squaredError","parameters":{}}, and this fit {"name":"logistic","parameters":{}}',
    ],
    ["other columns", { d: c }, {}, 'the model has the features [{"name":"a","kind":"numeric"},'],
    ["other categories", { c: c.map((value) => `${value}!`) }, {}, "the model has the features"],
  ])("refuses a model of %s", async (_name, columns, options, message) => {
    const table = { a, b, c, y: size };
    const continueFrom = await boosting({ rounds: 2, loss: squaredError() }).fit(table, { target: "y" });
    expect(
      await failureOf(() => boosting(options).fit({ ...table, ...columns }, { target: "y", continueFrom })),
    ).toContain(`bad-option | cambium: fit: continueFrom: ${message}`);
  });

  it("refuses a model of the same loss with another link, which would read its scores otherwise", async () => {
    const table = { a, b, c, y: size };
    const linked = (link: "identity" | "exp"): Loss<"regression"> => ({ ...squaredError(), link });
    const continueFrom = await boosting({ rounds: 2, loss: linked("identity") }).fit(table, { target: "y" });
    const wrong = () => boosting({ loss: linked("exp") }).fit(table, { target: "y", continueFrom });
    expect(await failureOf(wrong)).toContain(
      'fit: continueFrom: the model has the link "identity", and this fit "exp"; go on with',
    );
  });

  it("refuses a checkpoint of more rounds than it is to have", async () => {
    const table = { a, b, c, y: size };
    const kept = (await boosting({ rounds: 3 }).fit(table, { target: "y" })).toBytes();
    const checkpoint = { every: 1, load: () => kept, save: () => {} };
    expect((await boosting({ rounds: 3 }).fit(table, { target: "y", checkpoint })).toBytes()).toEqual(kept);
    expect(await failureOf(() => boosting({ rounds: 2 }).fit(table, { target: "y", checkpoint }))).toBe(
      "bad-option | cambium: fit: checkpoint: it has 3 rounds, and this fit 2; take another file, or slice the model that it holds",
    );
  });

  it("refuses a model of another task, though its loss be called the same", async () => {
    const spec = { name: "mine", parameters: {} };
    const table = { a, y: a.map((value) => value % 2) };
    const continueFrom = await boosting({ rounds: 1, loss: { ...squaredError(), spec } }).fit(table, { target: "y" });
    const fit = () => boosting({ loss: { ...logistic(), spec } }).fit(table, { target: "y", continueFrom });
    expect(await failureOf(fit)).toContain('the model has the task "regression", and this fit "classification"');
  });

  it("makes of two rounds and two the four that one fit makes where there are more rows than one turn takes", async () => {
    const rows = 2 ** 15 + 1000;
    const x = Float64Array.from({ length: rows }, (_, row) => (row * 7919) % 1009);
    const table = { x, y: x.map((value, row) => Math.sin(value) + (row > 2 ** 15 ? 5 : 0)) };
    const two = boosting({ rounds: 2, maxDepth: 2, splitter: "histogram" });
    const continueFrom = await two.fit(table, { target: "y" });
    const four = await boosting({ ...two.options, rounds: 4 }).fit(table, { target: "y" });
    expect(digest(await two.fit(table, { target: "y", continueFrom }))).toBe(digest(four));
  });

  it("knows a loss again in whatever order its author wrote the spec, and tells another parameter", async () => {
    const table = { a, b, c, y: size };
    const lossOf = (factor: number): Loss<"regression"> => {
      return { ...squaredError(), spec: { parameters: { unit: 1, factor }, name: "mine" } };
    };
    const first = await boosting({ rounds: 2, loss: lossOf(2) }).fit(table, { target: "y" });
    const continueFrom = loadModel(first.toBytes());
    const more = await boosting({ rounds: 1, loss: lossOf(2) }).fit(table, { target: "y", continueFrom });
    expect(more.ensemble.trees.length).toBe(3);
    const wrong = () => boosting({ rounds: 1, loss: lossOf(3) }).fit(table, { target: "y", continueFrom });
    expect(await failureOf(wrong)).toContain(
      'the model has the loss {"name":"mine","parameters":{"factor":2,"unit":1}}, and this fit {"name":"mine","parameters":{"factor":3,"unit":1}}',
    );
  });

  it("takes another learning rate and other limits", async () => {
    const table = { a, b, c, y: targets.pairs };
    const first = await boosting({ rounds: 3, loss: logistic() }).fit(table, { target: "y" });
    const more = await boosting({ rounds: 2, loss: logistic(), learningRate: 0.5, maxDepth: 2 }).fit(table, {
      target: "y",
      continueFrom: first,
    });
    expect(digest(more.slice(0, 3))).toBe(digest(first));
    expect(more.ensemble.trees.length).toBe(5);
  });
});
