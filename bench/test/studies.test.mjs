import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readRealSet, tableOfText, testRowsOf } from "../data/real-sets.mjs";
import { friedmanOf, intervalOf, ranksOf, studentQuantile, verdictOfSplits } from "../harness/compare-scores.mjs";
import { loadStudies } from "../harness/load-studies.mjs";
import { preparePeers } from "../harness/peers.mjs";
import { scoresOf } from "../harness/quality.mjs";
import { newestResults, readStudy, writeStudy } from "../harness/results.mjs";
import { runSplits } from "../harness/run-splits.mjs";
import { scoreTableSection } from "../harness/score-table-section.mjs";

const folder = mkdtempSync(join(tmpdir(), "cambium-study-"));
afterAll(() => rmSync(folder, { recursive: true }));

const setsOfStudies = [...(await loadStudies()).values()].flatMap(({ sets = {}, seeds }) =>
  Object.entries(sets).map(([set, how]) => [set, how, seeds]),
);

describe("a set", () => {
  test("has numbers, codes of categories by their sorted names, and gaps as NaN", () => {
    const text = "size,colour,zip,gone,kind\n1.5,red,7,9,b\n,blue,3,9,a\n2,,7,9,b\n";
    const how = { target: "kind", task: "classification", categories: ["zip"], without: ["gone"] };
    expect(tableOfText(text, how)).toEqual({
      task: "classification",
      rows: 3,
      columns: [
        { values: [1.5, Number.NaN, 2], levels: 0 },
        { values: [1, 0, Number.NaN], levels: 2 },
        { values: [1, 0, 1], levels: 2 },
      ],
      y: Float64Array.of(1, 0, 1),
      classes: 2,
    });
    expect(() => tableOfText("a,y\n1,2\n2,\n", { target: "y", task: "regression" })).toThrow('"y" has rows without');
  });

  test.each(setsOfStudies)(
    "%s has 150 rows or more, and every class in the training of every split",
    (set, how, seeds) => {
      const table = readRealSet(set, how);
      expect(table.rows).toBeGreaterThanOrEqual(150);
      expect(table.classes > 0).toBe(how.task === "classification");
      for (const seed of seeds) {
        const isTest = testRowsOf(table, seed);
        const training = new Set(table.y.filter((_, row) => isTest[row] === 0));
        if (table.classes > 0) expect(training.size).toBe(table.classes);
      }
    },
  );
});

describe("a split", () => {
  const y = Float64Array.from({ length: 103 }, (_, row) => (row < 2 ? 2 : Number(row % 3 === 0)));

  test("takes a fourth of the rows, and a fourth of every class, up to one", () => {
    for (let seed = 0; seed < 20; seed++) {
      const isTest = testRowsOf({ rows: 103, y, classes: 3 }, seed);
      for (const code of [0, 1, 2]) {
        const own = isTest.filter((_, row) => y[row] === code);
        expect(Math.abs(own.reduce((sum, one) => sum + one, 0) - own.length / 4)).toBeLessThan(1);
      }
    }
  });

  test("is the same for the same seed, another for another, and takes every row for some seed", () => {
    const table = { rows: 103, y, classes: 0 };
    expect(testRowsOf(table, 5)).toEqual(testRowsOf(table, 5));
    expect(testRowsOf(table, 5)).not.toEqual(testRowsOf(table, 6));
    const taken = new Uint8Array(103);
    for (let seed = 0; seed < 60; seed++)
      testRowsOf(table, seed).forEach((one, row) => {
        taken[row] |= one;
      });
    expect(taken.every((one) => one === 1)).toBe(true);
  });
});

describe("the judge", () => {
  test("has by hand, of numbers 2, 4, 6 predicted as 2, 5, 4, errors of 0, 1 and 2", () => {
    const { rmse, mae, r2 } = scoresOf("regression", Float64Array.of(2, 5, 4), Float64Array.of(2, 4, 6));
    expect(rmse).toBeCloseTo(Math.sqrt(5 / 3), 12);
    expect(mae).toBeCloseTo(1, 12);
    // The squares around the mean of 4 are 4, 0 and 4.
    expect(r2).toBeCloseTo(1 - 5 / 8, 12);
  });

  test("has by hand, of two classes, the mean of -ln p, the share that is right, and the pairs in order", () => {
    const predicted = Float64Array.of(0.75, 0.25, 0.5, 0.5, 0.75, 0.25);
    const { logLoss, accuracy, auc } = scoresOf("classification", predicted, Float64Array.of(0, 1, 1));
    expect(logLoss).toBeCloseTo(-(Math.log(0.75) + Math.log(0.5) + Math.log(0.25)) / 3, 12);
    expect(accuracy).toBeCloseTo(2 / 3, 12);
    // The 1 at 0.5 is above the 0 at 0.25, that at 0.25 ties with it.
    expect(auc).toBeCloseTo(0.75, 12);
  });

  test("gives more classes no AUC", () => {
    const predicted = Float64Array.of(0.5, 0.3, 0.2, 0.1, 0.1, 0.8);
    const scores = scoresOf("classification", predicted, Float64Array.of(0, 2));
    expect(scores).toEqual({ accuracy: 1, logLoss: -(Math.log(0.5) + Math.log(0.8)) / 2 });
  });
});

describe("what scores say", () => {
  test("Student's quantiles are those of the tables", () => {
    const tables = new Map([
      [1, 12.706],
      [2, 4.303],
      [3, 3.182],
      [4, 2.776],
      [9, 2.262],
      [10, 2.228],
      [30, 2.042],
    ]);
    for (const [freedom, quantile] of tables) expect(studentQuantile(freedom)).toBeCloseTo(quantile, 3);
  });

  test("the interval of 1, 2, 3 is 2 ± 4.303 / √3", () => {
    const { mean, reach } = intervalOf([1, 2, 3]);
    expect(mean).toBe(2);
    expect(reach).toBeCloseTo(4.3027 / Math.sqrt(3), 4);
  });

  test("differences of -1, -2, -3 are decided without the share of common rows, and not with it", () => {
    // The mean is 2 from 0, by 0.577 of error alone: t = 3.46 of 4.30; so they take more splits to be decided.
    expect(verdictOfSplits([0, 0, 0], [1, 2, 3], 0)).toBe("undecided");
    // Of six t is 2 / (0.894 √(1/6)) = 5.48 where 2.571 is asked; with 1/3 more it is 3.16, with 1 more 2.07.
    const other = [1, 2, 3, 1, 2, 3];
    const own = other.map(() => 0);
    expect(verdictOfSplits(own, other, 0)).toBe("better");
    expect(verdictOfSplits(own, other)).toBe("better");
    expect(verdictOfSplits(own, other, 1)).toBe("undecided");
    expect(verdictOfSplits(other, own)).toBe("worse");
  });

  test("what does not differ at all is undecided, and what always differs by as much is decided", () => {
    expect(verdictOfSplits([1, 2], [1, 2])).toBe("undecided");
    expect(verdictOfSplits([1, 2], [2, 3])).toBe("better");
  });

  test("ranks begin at 1 for the least, and equals share", () => {
    expect(ranksOf([0.3, 0.1, 0.2])).toEqual([3, 1, 2]);
    expect(ranksOf([0.2, 0.1, 0.2, 0.4])).toEqual([2.5, 1, 2.5, 4]);
  });

  test("Friedman's test of three on four sets is as by hand", () => {
    const friedman = friedmanOf([
      [1, 2, 3],
      [1, 2, 3],
      [1, 3, 2],
      [2, 1, 3],
    ]);
    expect(friedman.meanRanks).toEqual([1.25, 2, 2.75]);
    // 12 · 4 / (3 · 4) = 4 times 1.5625 + 4 + 7.5625 - 3 · 16 / 4 = 1.125.
    expect(friedman.chiSquare).toBeCloseTo(4.5, 12);
    expect(friedman.f).toBeCloseTo((3 * 4.5) / (4 * 2 - 4.5), 12);
    expect(friedman.criticalDifference).toBeCloseTo(2.343 * Math.sqrt(12 / 24), 12);
  });
});

const study = {
  title: "a trial",
  rivals: [
    { name: "Cambium", peer: "own-defaults-cambium" },
    { name: "its own twin", peer: "own-defaults-cambium" },
  ],
  seeds: [0, 1, 2],
  threads: 1,
  limitSeconds: 120,
  sets: {
    servo: { target: "Class", task: "regression" },
    wine: { target: "target", task: "classification" },
    hepatitis: { target: "Class", task: "classification" },
  },
};

describe("a study that is run with Cambium and Cambium", () => {
  const run = () =>
    runSplits(study, { runners: preparePeers(["own-defaults-cambium"], folder), folder, say: () => {} });

  test("has the scores of every split, in a table in which neither is better", async () => {
    const result = await run();
    expect(result.sets.hepatitis).toEqual({ rows: 155, features: 19, categorical: 13, missing: 167, classes: 2 });
    for (const { set, scores } of result.turns) {
      const { logLoss = [0], auc = [1], r2 = [1] } = scores;
      expect(Object.values(scores).every((values) => values.length === 3)).toBe(true);
      expect([set, Math.max(...logLoss) < 1, Math.min(...auc) > 0.5, Math.min(...r2) > 0]).toEqual([
        set,
        true,
        true,
        true,
      ]);
    }
    const page = scoreTableSection(study, result);
    expect(page).toMatch(/^\| Cambium \| 1\.50 \|/m);
    expect(page).toContain("| its own twin | 0 / 3 / 0 | 0 / 3 / 0 | 1.000 |");
    expect(page).toMatch(/^\| servo \| 167 \| 4 \| 2 \| 0 \| {2}\|$/m);
    // What was said is kept, and the same.
    expect((await run()).turns.map(({ scores }) => scores)).toEqual(result.turns.map(({ scores }) => scores));
  });

  test("is kept apart from the results of cases, a line a turn", () => {
    writeStudy(folder, "trial", { date: "2030-01-01", turns: [{ rival: "Cambium", scores: [1, 2] }] });
    expect(readStudy(folder, "trial").turns).toEqual([{ rival: "Cambium", scores: [1, 2] }]);
    expect(readStudy(folder, "none")).toBeUndefined();
    expect(newestResults(folder).size).toBe(0);
  });
});

test("a page calls what is worse worse, by the sign of its figure, and leaves out sets that somebody has no scores of", () => {
  const rivals = [{ name: "Cambium" }, { name: "other" }];
  const facts = { rows: 200, features: 2, categorical: 0, missing: 0, classes: 3 };
  const turn = (set, rival, logLoss, accuracy) => ({ set, rival, scores: { logLoss, accuracy } });
  const result = {
    sets: { one: facts, two: facts },
    turns: [
      turn("one", "Cambium", [0.5, 0.51, 0.5], [0.9, 0.91, 0.9]),
      turn("one", "other", [0.1, 0.11, 0.1], [0.7, 0.71, 0.7]),
      turn("two", "Cambium", [0.5, 0.51, 0.5], [0.9, 0.91, 0.9]),
      { set: "two", rival: "other", problem: "no answer within 9 s" },
    ],
  };
  const page = scoreTableSection({ rivals, seeds: [0, 1, 2] }, result);
  expect(page).toContain("| one | 0.503 ± 0.014 | **0.103 ± 0.014** − |");
  expect(page).toContain("| one | **0.903 ± 0.014** | 0.703 ± 0.014 + |");
  expect(page).toContain("| other | 0 / 0 / 1 | 0 / 0 / 1 | 4.871 |");
  expect(page).toContain("Left out: two, since of other there is no answer within 9 s.");
});
