import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { flightsLike, flightsLikeCategories } from "../data/flights-like.mjs";
import { sensorsLike } from "../data/sensors-like.mjs";
import { sfc32 } from "../data/sfc32.mjs";
import { curveSection } from "../harness/curve-section.mjs";
import { loadCases } from "../harness/load-cases.mjs";
import { preparePeers } from "../harness/peers.mjs";
import { areaUnderCurve } from "../harness/quality.mjs";
import { raceSection } from "../harness/race-section.mjs";
import { newestResults, writeResult } from "../harness/results.mjs";
import { runCase } from "../harness/run-case.mjs";
import { slope } from "../harness/statistics.mjs";

const folder = mkdtempSync(join(tmpdir(), "cambium-bench-"));
afterAll(() => rmSync(folder, { recursive: true }));

const cases = await loadCases();

/** A case as it is, for Cambium alone and on few rows. */
function small(name, rows) {
  const benchCase = cases.get(name);
  const rivals = benchCase.rivals.filter(({ peer }) => peer === "cambium");
  const cut = rivals.map((rival) => ({ ...rival, data: { ...rival.data, rows, testRows: 500 } }));
  return { ...benchCase, rounds: 2, rivals: cut };
}

async function run(benchCase) {
  return runCase(benchCase, preparePeers(["cambium"], folder), { folder, say: () => {} });
}

describe("a case that is run with Cambium alone", () => {
  test("gives a turn a round, each with times and with a tree that learned", async () => {
    const benchCase = small("prune-path", 3_000);
    const result = await run(benchCase);
    expect(result.turns.map(({ rival, round }) => `${round} ${rival}`)).toEqual([
      "1 Cambium, without the path",
      "1 Cambium",
      "2 Cambium, without the path",
      "2 Cambium",
    ]);
    for (const turn of result.turns) {
      expect(turn.problem).toBeUndefined();
      expect(turn.wallSeconds).toBeGreaterThan(0);
      expect(turn.auc).toBeGreaterThan(0.52);
      expect(turn.leaves).toBeGreaterThan(100);
      expect(turn.arenaBytes).toBeGreaterThan(3_000 * 28 * 8);
    }
    expect(raceSection(benchCase, result)).toMatch(/^\| Cambium \| /m);
  });

  test.each(["predict-200k", "predict-row"])("that is of prediction has the time of that: %s", async (name) => {
    const few = small(name, 1_500);
    const rivals = few.rivals.map((rival) => ({ ...rival, work: { ...rival.work, trees: 4 } }));
    const { turns } = await run({ ...few, rounds: 1, rivals });
    expect(turns).toHaveLength(2);
    for (const { problem, wallSeconds, auc = 1, rmse = 0 } of turns) {
      expect(problem).toBeUndefined();
      expect(wallSeconds).toBeGreaterThan(0);
      expect(auc - rmse / 10).toBeGreaterThan(0.52);
    }
  });

  test.each([
    ["boosting-leaves-1m", { maxLeaves: 15 }],
    ["boosting-depth-1m", { maxDepth: 4 }],
    ["boosting-categories-500k", { maxLeaves: 15 }],
    ["boosting-exact-100k", { maxDepth: 4 }],
  ])("that boosts grows trees of its size: %s", async (name, size) => {
    const few = small(name, 2_000);
    const rivals = few.rivals.map((rival) => ({ ...rival, work: { ...rival.work, ...size, trees: 10, threads: 1 } }));
    const [turn] = (await run({ ...few, rounds: 1, rivals })).turns;
    expect(turn.problem).toBeUndefined();
    expect(turn.auc).toBeGreaterThan(0.6);
    expect(turn.leaves).toBeGreaterThan(8);
    expect(turn.leaves).toBeLessThanOrEqual(16);
  });

  test("that takes longer than its limit is ended, says so, and gets no further turn", async () => {
    const { turns } = await run({ ...small("cart-100k", 3_000), limitSeconds: 0.01 });
    expect(turns).toEqual([expect.objectContaining({ rival: "Cambium", problem: "no answer within 0.01 s" })]);
  });

  test("that fails says why, without a path of this machine", async () => {
    const [rival] = small("cart-100k", 3_000).rivals;
    const wrong = { ...rival, work: { ...rival.work, maxDepth: -1 } };
    const { turns } = await run({ ...small("cart-100k", 3_000), rivals: [wrong] });
    expect(turns[0].problem).toMatch(/maxDepth/);
    expect(turns[0].problem).not.toMatch(/[\\/]/);
  });
});

test("the area under the curve is how often a 1 stands above a 0, by all pairs, ties counted half", () => {
  const next = sfc32(7);
  const truth = Float32Array.from({ length: 60 }, () => Number(next() < 0.4));
  const predicted = Float64Array.from(truth, (label) => Math.round(4 * next() + label) / 4);
  let above = 0;
  let pairs = 0;
  for (const [one, isOne] of truth.entries()) {
    for (const [zero, isAlsoOne] of truth.entries()) {
      if (!isOne || isAlsoOne) continue;
      pairs++;
      above += predicted[one] > predicted[zero] ? 1 : predicted[one] === predicted[zero] ? 0.5 : 0;
    }
  }
  expect(areaUnderCurve(predicted, truth)).toBeCloseTo(above / pairs, 12);
});

test("a target that is missed is called missed, and one that is met is called met", () => {
  const benchCase = cases.get("cart-100k");
  const turns = (seconds) => [
    { rival: "Cambium", wallSeconds: seconds, cpuSeconds: seconds },
    { rival: "scikit-learn", wallSeconds: 10, cpuSeconds: 10 },
    { rival: "rpart", problem: "no answer within 600 s" },
  ];
  const said = (seconds) => raceSection(benchCase, { turns: turns(seconds) });
  expect(said(3.1)).toContain("Measured: 0.31 ×, **target missed**.");
  expect(said(2.9)).toContain("Measured: 0.29 ×, target met.");
  expect(said(1.5)).toContain("Measured: 0.15 ×, moonshot reached.");
  expect(said(1)).toContain("| rpart (at most 30 levels) | no answer within 600 s |");
});

test("of memory the medians are compared, and the table has a column of it", () => {
  const benchCase = cases.get("boosting-depth-1m");
  const turns = [
    { rival: "Cambium", wallSeconds: 1, cpuSeconds: 1, baselineBytes: 3e8, peakBytes: 4.1e8 },
    { rival: "xgboost", wallSeconds: 2, cpuSeconds: 2, baselineBytes: 1e8, peakBytes: 2e8 },
  ];
  const said = raceSection(benchCase, { turns });
  expect(said).toContain("Target: ≤ 1.2 × memory of xgboost, moonshot 1 ×. Measured: 1.100 ×, target met.");
  expect(said).toMatch(/^\| Cambium \| .* 110 \|$/m);
  expect(raceSection(cases.get("cart-100k"), { turns })).not.toContain("memory");
});

describe("a table that is made up", () => {
  const columnOf = ({ x }, rows, feature) => x.subarray(feature * rows, (feature + 1) * rows);

  test("has the same first rows however long it is, and others for another seed", () => {
    for (const [make, features] of [
      [sensorsLike, 90],
      [flightsLike, 8],
    ]) {
      const [short, long, other] = [
        [100, 1],
        [250, 1],
        [100, 2],
      ].map(([rows, seed]) => ({ rows, ...make({ rows, features, seed }) }));
      expect(long.y.slice(0, 100)).toEqual(short.y);
      expect(other.y).not.toEqual(short.y);
      const [last, ofLong] = [short, long].map((table) => columnOf(table, table.rows, features - 1));
      expect(ofLong.slice(0, 100)).toEqual(last);
    }
  });

  test("of flights has as many categories as it says, common and rare ones, and both classes", () => {
    const rows = 60_000;
    const table = flightsLike({ rows, features: 8, seed: 1 });
    const counts = flightsLikeCategories.map((feature) => {
      const count = new Map();
      for (const code of columnOf(table, rows, feature)) count.set(code, (count.get(code) ?? 0) + 1);
      return [...count.values()].sort((a, b) => a - b);
    });
    const most = [12, 7, 31, 22, 300, 300];
    for (const [feature, { length }] of counts.entries()) {
      expect(length).toBeLessThanOrEqual(most[feature]);
      expect(length).toBeGreaterThan(0.9 * most[feature]);
    }
    for (const places of counts.slice(4)) expect(places.at(-1)).toBeGreaterThan(20 * places[10]);
    const late = table.y.reduce((sum, label) => sum + label, 0) / rows;
    expect(late).toBeGreaterThan(0.1);
    expect(late).toBeLessThan(0.4);
  });
});

test("time in proportion to n log n has the power 1, and memory beyond the limit is called missed", () => {
  const benchCase = cases.get("curves");
  const turns = benchCase.rivals.map(({ name, data: { rows } }) => {
    const seconds = rows * Math.log2(rows) * 1e-7;
    const memory = { baselineBytes: 1e6, peakBytes: 1e6 + rows * 28 * 8 * 4.5, arenaBytes: rows * 28 * 8 };
    return { rival: name, wallSeconds: seconds, cpuSeconds: seconds, ...memory };
  });
  const said = curveSection(benchCase, { turns });
  expect(said).toContain("to the power 1.00; limit 1.1: met.");
  expect(said).toContain("Memory: at most 4.50 × the columns");
  expect(said).toContain("limit 4: **missed**.");
  expect(slope([1, 2, 3], [5, 7, 9])).toBeCloseTo(2, 12);
});

test("of two results of a case the newer counts, and cases of one day share a file", () => {
  const machine = { name: "2-core-x86" };
  const write = (date, name, rounds) =>
    writeResult(folder, { date, machine, name, result: { rounds, turns: [{ round: 1, rival: "Cambium" }] } });
  write("2026-01-02", "b", 1);
  write("2026-01-02", "a", 2);
  write("2026-01-01", "b", 3);
  const newest = newestResults(folder);
  expect([...newest].map(([name, { date, rounds }]) => `${name} ${date} ${rounds}`).sort()).toEqual([
    "a 2026-01-02 2",
    "b 2026-01-02 1",
  ]);
  expect(newest.get("a").turns).toEqual([{ round: 1, rival: "Cambium" }]);
});
