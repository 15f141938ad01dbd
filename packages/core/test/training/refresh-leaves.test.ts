import {
  type BoostingOptions,
  boosting,
  loadModel,
  logistic,
  type RefreshOptions,
  refreshLeaves,
  squaredError,
} from "@cambium/core";
import { describe, expect, it } from "vitest";
import { crafted } from "../support/crafted-model.ts";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

function noisyTable(rows: number, seed: number) {
  const random = randomNumbers(seed);
  const a = Array.from({ length: rows }, () => roughlyNormal(random));
  const b = Array.from({ length: rows }, () => (random() < 0.1 ? Number.NaN : roughlyNormal(random)));
  const c = a.map(() => "pqrs"[Math.floor(4 * random())]);
  const size = a.map((value, row) => 2 * value + (c[row] === "p" ? 1 : 0) + roughlyNormal(random));
  const targets = {
    numbers: size,
    pairs: size.map((value) => (value > 1 ? "yes" : "no")),
    classes: size.map((value) => (value < 0 ? "low" : value < 1.5 ? "middle" : "high")),
  };
  return { columns: { a, b, c, w: a.map((_, row) => 1 + (row % 3)) }, targets };
}

describe("refreshLeaves", () => {
  const ways: readonly RefreshOptions[] = [
    {},
    { order: 1, learningRate: 0.5 },
    { l1: 0.3, l2: 2, maxDeltaStep: 0.5 },
    { treesPerRound: 2 },
  ];
  for (const target of ["numbers", "pairs", "classes"] as const) {
    for (const splitter of ["exact", "histogram"] as const) {
      it(`gives the same bytes for the rows and options of the fit: ${target}, ${splitter}`, async () => {
        const { columns, targets } = noisyTable(400, 1);
        const table = { ...columns, y: targets[target] };
        for (const way of ways) {
          const learner = boosting({ ...way, rounds: 6, maxDepth: 4, splitter });
          const model = await learner.fit(table, { target: "y", weight: "w" });
          const loaded = loadModel(model.toBytes());
          expect(digest(await refreshLeaves(loaded, table, { ...way, weight: "w" }))).toBe(digest(model));
        }
      });
    }
  }

  it("says of other rows what a tree with such splits would have said: the mean of those that come to a leaf", async () => {
    const [old, fresh] = [noisyTable(300, 2), noisyTable(200, 3)];
    const options: BoostingOptions = { loss: squaredError(), rounds: 1, learningRate: 1, l2: 0, maxDepth: 3 };
    const model = await boosting(options).fit({ ...old.columns, y: old.targets.numbers }, { target: "y" });
    const table = { ...fresh.columns, y: fresh.targets.numbers };
    const refreshed = await refreshLeaves(model, table, { learningRate: 1, l2: 0 });
    const leaves = new Map<number, number[]>();
    const scores = refreshed.predictScore(table);
    model.predictScore(table).forEach((leaf, row) => {
      leaves.set(leaf, [...(leaves.get(leaf) ?? []), row]);
    });
    expect(leaves.size).toBeGreaterThan(4);
    for (const rows of leaves.values()) {
      const mean = rows.reduce((sum, row) => sum + table.y[row], 0) / rows.length;
      for (const row of rows) expect(scores[row]).toBeCloseTo(mean, 10);
    }
    const [before, after] = [model, refreshed].map(({ ensemble }) => ensemble.trees[0]);
    expect([...after.feature]).toEqual([...before.feature]);
    expect([...after.threshold]).toEqual([...before.threshold]);
    expect([...after.gain]).toEqual([...before.gain]);
    expect(after.rowCount[0]).toBe(200);
    expect(after.cover[0]).toBe(200);
    const half = await refreshLeaves(model, table, { learningRate: 1, l2: 0, decay: 0.25 });
    half.ensemble.trees[0].value.forEach((value, node) => {
      expect(value).toBeCloseTo(0.25 * before.value[node] + 0.75 * after.value[node], 12);
    });
    const none = await refreshLeaves(model, table, { learningRate: 1, l2: 0, decay: 1 });
    expect([...none.ensemble.trees[0].value]).toEqual([...before.value]);
  });

  it("adds the offsets of the rows, as the fit did", async () => {
    const { columns, targets } = noisyTable(200, 4);
    for (const y of [targets.numbers, targets.pairs]) {
      const table = { ...columns, y, off: columns.w.map((_, row) => ((row * 7) % 11) / 3) };
      const model = await boosting({ rounds: 4, maxDepth: 3 }).fit(table, { target: "y", offset: "off" });
      expect(digest(await refreshLeaves(model, table))).toBe(digest(model));
      const moved = await refreshLeaves(model, { ...table, off: table.off.map((value) => value + 1) });
      expect(digest(moved)).not.toBe(digest(model));
    }
  });

  it("tells of categories that training never saw", async () => {
    const model = await boosting({ rounds: 2 }).fit({ c: ["p", "q", "p", "q"], y: [1, 2, 1, 2] }, { target: "y" });
    const { report } = await refreshLeaves(model, { c: ["p", "z"], y: [1, 2] });
    expect(report).toContain(
      'refreshLeaves has 1 row with a category of "c" that training never saw: taken as missing',
    );
  });

  it("keeps what a node says that no row comes to", async () => {
    const table = { x: [1, 2, 3, 4], y: [1, 1, 5, 9] };
    const options = { learningRate: 1, l2: 0 };
    const model = await boosting({ ...options, rounds: 1 }).fit(table, { target: "y" });
    const refreshed = await refreshLeaves(model, { x: [1, 1], y: [0, 1] }, options);
    expect([...refreshed.predictScore({ x: [1, 3, 4] })]).toEqual([0.5, 5, 9]);
    expect(digest(loadModel(refreshed.toBytes()))).toBe(digest(refreshed));
  });

  it.each<[string, RefreshOptions, object, string]>([
    [
      "classes where the model has numbers",
      { loss: logistic() },
      { y: ["a", "b"] },
      'refreshLeaves: target "y" has "a" in row 1; regression expects numbers',
    ],
    [
      "another loss",
      { loss: { ...squaredError(), spec: { name: "half", parameters: {} } } },
      {},
      'refreshLeaves: the model is by boosting, with the loss {"name":"squaredError","parameters":{}}, and the loss here is {"name":"half","parameters":{}}; give a model of boosting, and the loss that it was fitted with',
    ],
    ["a decay above 1", { decay: 2 }, {}, "refreshLeaves: decay expects a number from 0 to 1, got 2"],
    [
      "other rounds",
      { treesPerRound: 2 },
      {},
      "refreshLeaves: the model has 3 trees, which are no whole rounds of 2; go on with the treesPerRound that it was fitted with",
    ],
  ])("refuses %s", async (_name, options, columns, message) => {
    const model = await boosting({ rounds: 3 }).fit({ x: [1, 2], y: [1, 2] }, { target: "y" });
    const failure = await failureOf(() => refreshLeaves(model, { x: [1, 2], y: [1, 2], ...columns }, options));
    expect(failure).toContain(message);
  });

  it("refuses trees of several scores, which a crafted file may have, as does a fit that would go on from them", async () => {
    const table = { x: [1, 2, 3], y: ["a", "b", "c"] };
    const file = (await boosting({ rounds: 1 }).fit(table, { target: "y" })).toBytes();
    const wide = loadModel(
      crafted(file, ({ ensemble }) => {
        ensemble.trees = ensemble.trees.slice(0, 1);
        ensemble.trees[0].valueWidth = 3;
        ensemble.trees[0].value = new Float64Array(3 * ensemble.trees[0].nodeCount);
      }),
    );
    const refusal = "the model has trees of 3 numbers a node, and boosting grows trees of one";
    expect(await failureOf(() => refreshLeaves(wide, table))).toContain(`refreshLeaves: ${refusal}`);
    const fit = () => boosting({ rounds: 1 }).fit(table, { target: "y", continueFrom: wide });
    expect(await failureOf(fit)).toContain(`continueFrom: ${refusal}`);
  });
});
