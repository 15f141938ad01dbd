import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { flightsLike, flightsLikeCategories } from "../data/flights-like.mjs";
import { forestsLike } from "../data/forests-like.mjs";
import { gradesLike } from "../data/grades-like.mjs";
import { ordersLike, ordersLikeCategories } from "../data/orders-like.mjs";
import { sensorsLike } from "../data/sensors-like.mjs";
import { sfc32 } from "../data/sfc32.mjs";
import { sizesLike } from "../data/sizes-like.mjs";
import { curveSection } from "../harness/curve-section.mjs";
import { loadCases } from "../harness/load-cases.mjs";
import { preparePeers } from "../harness/peers.mjs";
import { areaUnderCurve } from "../harness/quality.mjs";
import { raceSection } from "../harness/race-section.mjs";
import { newestResults, writeResult } from "../harness/results.mjs";
import { runCase } from "../harness/run-case.mjs";
import { speedTableOf } from "../harness/speed-table.mjs";
import { slope } from "../harness/statistics.mjs";
import { sweepsSection } from "../harness/sweeps-section.mjs";
import { takeTurn } from "../harness/take-turn.mjs";

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
    expect(turns).toHaveLength(rivals.length);
    for (const { problem, wallSeconds, p99Milliseconds, auc = 1, rmse = 0 } of turns) {
      expect([problem, p99Milliseconds]).toEqual([undefined, undefined]);
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
    expect(turn.p99Milliseconds).toBeGreaterThan(0);
  });

  test("that is of derivatives tells what share of the rounds they took, by every loss: boosting-derivatives-1m", async () => {
    const benchCase = small("boosting-derivatives-1m", 3_000);
    const rivals = benchCase.rivals.map((rival) => ({ ...rival, work: { ...rival.work, trees: 5, threads: 1 } }));
    const result = await run({ ...benchCase, rounds: 1, rivals });
    expect(result.turns).toHaveLength(5);
    for (const { problem, derivativeShare, wallSeconds, p99Milliseconds, leaves } of result.turns) {
      expect([problem, p99Milliseconds]).toEqual([undefined, undefined]);
      expect(derivativeShare).toBeGreaterThan(0);
      expect(derivativeShare).toBeLessThan(0.9);
      expect(wallSeconds).toBeGreaterThan(0);
      expect(leaves).toBeGreaterThan(8);
    }
    const said = raceSection(benchCase, result);
    expect(said.match(/^Target.*: derivatives take ≤ (8|15) % of the rounds\. Measured: [\d.]+ %, /gm)).toHaveLength(5);
  });

  test("that takes longer than its limit is ended, says so, and gets no further turn", async () => {
    const { turns } = await run({ ...small("cart-100k", 3_000), limitSeconds: 0.01 });
    expect(turns).toEqual([expect.objectContaining({ rival: "Cambium", problem: "no answer within 0.01 s" })]);
  });

  test("that answers and does not end is ended, and has its answer", async () => {
    const args = ["-e", `console.log('{"wallSeconds":2}'); setInterval(() => {}, 1000)`];
    const job = { train: {}, test: {}, work: { threads: 1 } };
    const limits = { limitSeconds: 50, predictions: join(folder, "none") };
    expect(await takeTurn({ command: process.execPath, args }, job, limits)).toEqual({ wallSeconds: 2 });
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

test("of derivatives the middle of the rounds is held against the target", () => {
  const benchCase = cases.get("boosting-derivatives-1m");
  const turn = (rival, round, derivativeShare) => ({ rival, round, wallSeconds: 1, cpuSeconds: 1, derivativeShare });
  const shares = [0.03, 0.079, 0.2];
  const turns = shares.flatMap((share, i) => [turn("Cambium", i, share), turn("Cambium, tweedie", i, 2 * share)]);
  const said = raceSection(benchCase, { turns });
  expect(said).toContain("Target: derivatives take ≤ 8 % of the rounds. Measured: 7.9 %, target met.");
  expect(said).toContain(
    "Target of Cambium, tweedie: derivatives take ≤ 15 % of the rounds. Measured: 15.8 %, **target missed**.",
  );
  expect(said).toContain(
    "Target of Cambium, gamma: derivatives take ≤ 8 % of the rounds. Not known: it has no derivatives.",
  );
  expect(said).toMatch(/^\| Cambium \(logistic: one exp\) .*\| 7\.9 \|$/m);
});

test("what is lost of AUC or RMSE is said, and more than is allowed is called missed", () => {
  const turns = (name, figures) => ({ rival: name, wallSeconds: 1, cpuSeconds: 1, ...figures });
  const ofClasses = (auc) =>
    raceSection(cases.get("boosting-leaves-1m"), {
      turns: [turns("Cambium", { auc }), turns("xgboost", { auc: 0.9 }), turns("lightgbm", { auc: 0.84 })],
    });
  expect(ofClasses(0.8391)).toContain("below that of lightgbm. Measured: 0.0009 below, target met.");
  expect(ofClasses(0.8388)).toContain("below that of lightgbm. Measured: 0.0012 below, **target missed**.");
  expect(ofClasses(0.85)).toContain("Measured: 0.0100 above, target met.");
  const ofNumbers = (rmse) =>
    raceSection(cases.get("boosting-regression-depth-400k"), {
      turns: [turns("Cambium", { rmse }), turns("xgboost", { rmse: 2 })],
    });
  expect(ofNumbers(2.004)).toContain("at most 0.3 % above that of xgboost. Measured: 0.20 % above, target met.");
  expect(ofNumbers(2.01)).toContain("Measured: 0.50 % above, **target missed**.");
});

test("of prediction the time of one step stands in the table, and a target may be a time, or only a moonshot", () => {
  const rows = cases.get("predict-row");
  const turn = (rival, wallSeconds) => ({ rival, wallSeconds, cpuSeconds: wallSeconds });
  const ofRows = raceSection(rows, { turns: [turn("Cambium", 0.03), turn("Cambium, objects", 0.1)] });
  expect(ofRows).toContain("Target: ≤ 2 µs a row, moonshot 1 µs. Measured: 1.50 µs a row, target met.");
  expect(ofRows).toContain("Target of Cambium, objects: ≤ 4 µs a row. Measured: 5.00 µs a row, **target missed**.");
  expect(ofRows).toMatch(/^\| Cambium \(a row is an array\) \| 0\.03 [^|]*\| 1\.50 \|/m);
  const ofBatch = (seconds) =>
    raceSection(cases.get("predict-200k"), { turns: [turn("Cambium, symmetric", seconds), turn("catboost", 0.2)] });
  expect(ofBatch(0.1)).toContain("Moonshot of Cambium, symmetric: ≤ 1 × catboost. Measured: 0.50 ×, moonshot reached.");
  expect(ofBatch(0.3)).toContain("Measured: 1.500 ×, not reached.");
  expect(ofBatch(0.3)).toMatch(/^\| catboost [^|]*\| 0\.2 [^|]*\| 10\.00 \|/m);
});

describe("a table that is made up", () => {
  const columnOf = ({ x }, rows, feature) => x.subarray(feature * rows, (feature + 1) * rows);

  test("has the same first rows however long it is, and others for another seed", () => {
    for (const [make, features] of [
      [sensorsLike, 90],
      [flightsLike, 8],
      [forestsLike, 54],
      [sizesLike, 28],
      [gradesLike, 28],
      [ordersLike, 30],
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

  test("of forests has seven classes, common and rare, and one area and one soil a row", () => {
    const rows = 20_000;
    const table = forestsLike({ rows, features: 54, seed: 1 });
    const counts = new Array(7).fill(0);
    for (const code of table.y) counts[code]++;
    expect(Math.min(...counts)).toBeGreaterThan(rows / 500);
    expect(Math.max(...counts)).toBeLessThan(rows / 2);
    for (const [first, end] of [
      [10, 14],
      [14, 54],
    ]) {
      const sums = new Float32Array(rows);
      for (let feature = first; feature < end; feature++) {
        columnOf(table, rows, feature).forEach((value, row) => {
          sums[row] += value;
        });
      }
      expect(sums.every((sum) => sum === 1)).toBe(true);
    }
  });

  test("of grades has three classes of about the same size", () => {
    const counts = [0, 0, 0];
    for (const code of gradesLike({ rows: 10_000, features: 28, seed: 1 }).y) counts[code]++;
    for (const count of counts) expect(Math.abs(count / 10_000 - 1 / 3)).toBeLessThan(0.03);
  });

  test("of orders has 5 to 200 categories in one half of its columns, numbers in the other half, and both classes", () => {
    const rows = 20_000;
    const table = ordersLike({ rows, features: 30, seed: 1 });
    const isOfCodes = (feature) => columnOf(table, rows, feature).every(Number.isInteger);
    const features = Array.from({ length: 30 }, (_, feature) => feature);
    expect(features.filter(isOfCodes)).toEqual(ordersLikeCategories);
    const levels = ordersLikeCategories.map((feature) => new Set(columnOf(table, rows, feature)).size);
    expect([levels.length, Math.min(...levels), Math.max(...levels)]).toEqual([15, 5, 200]);
    const share = table.y.reduce((sum, label) => sum + label, 0) / rows;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.1);
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

describe("a case in which one thing after another grows", () => {
  const benchCase = cases.get("boosting-curves");

  test("tells the power of each curve, of its upper half, and calls worse than the theory missed", () => {
    const turns = benchCase.sweeps.flatMap(({ of, points }) =>
      points.map((point) => {
        const grown = of === "rows" ? 0.01 + 1e-6 * point : of === "threads" ? 1 / point : point ** 1.3 / 100;
        return { rival: `${point.toLocaleString("en")} ${of}`, wallSeconds: grown, cpuSeconds: grown };
      }),
    );
    const said = sweepsSection(benchCase, { turns });
    expect(said).toMatch(
      /with the rows to the power 0\.9\d, in the upper half of the points\. Theory: 1; limit 1\.15: met\./,
    );
    expect(said).toContain("with the columns to the power 1.30, in the upper half of the points.");
    expect(said).toMatch(/with the bins to the power 1\.30.* limit 1: \*\*missed\*\*\./);
    expect(said).toContain("with the threads to the power -1.00. Theory: -1; limit -0.7: met.");
    expect(said).toMatch(/^\| 2,047 \| 2\d+ .*█{30} \|$/m);
  });

  test("grows what it says: each point trains", async () => {
    const few = ["30 columns", "1,023 bins", "32 leaves", "1 threads"];
    const rivals = benchCase.rivals
      .filter(({ name }) => few.includes(name))
      .map((rival) => ({
        ...rival,
        data: { ...rival.data, rows: 1_200, testRows: 300 },
        work: { ...rival.work, threads: 1, trees: 2 },
      }));
    const { turns } = await run({ ...benchCase, rounds: 1, rivals });
    expect(turns.map(({ rival, problem }) => problem ?? rival)).toEqual(few);
    const leaves = Object.fromEntries(turns.map((turn) => [turn.rival, turn.leaves]));
    expect(leaves["32 leaves"]).toBe(32);
  });
});

test("the README sets Cambium beside the fastest that finished, by the rounds, and claims nothing that was not measured", () => {
  const turn = (rival, round, wallSeconds) => ({ rival, round, wallSeconds, cpuSeconds: wallSeconds });
  const turns = [
    ...[1, 2, 3].flatMap((round) => [turn("Cambium", round, 2 * round), turn("scikit-learn", round, 10 * round)]),
    { rival: "rpart", round: 1, problem: "no answer within 600 s" },
  ];
  const said = speedTableOf(cases, new Map([["cart-100k", { turns }]]));
  expect(said.trim().split("\n").slice(2)).toEqual([
    `| ${cases.get("cart-100k").title} | 4 | scikit-learn 20 | 0.20 |`,
  ]);
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
