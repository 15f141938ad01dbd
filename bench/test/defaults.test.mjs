import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { defaultsSection } from "../harness/defaults-section.mjs";
import { loadCases } from "../harness/load-cases.mjs";
import { preparePeers } from "../harness/peers.mjs";
import { cutDown } from "../harness/run-bench.mjs";
import { runCase } from "../harness/run-case.mjs";

const folder = mkdtempSync(join(tmpdir(), "cambium-defaults-"));
afterAll(() => rmSync(folder, { recursive: true }));

const benchCase = (await loadCases()).get("defaults");
const title = "boosting(), two classes, 28 columns";

/** A turn of a library with the learner and the table of `title`. */
function turn(library, rows, wallSeconds, figures) {
  const name = `${library}: ${title}, ${rows.toLocaleString("en")} rows`;
  expect(benchCase.rivals.map((rival) => rival.name)).toContain(name);
  return { rival: name, round: 1, wallSeconds, importSeconds: 0.04, sinceStartSeconds: wallSeconds + 0.07, ...figures };
}

test("each group has a fit of 100 rows and sizes of its own, and no option of a library is set", () => {
  expect(benchCase.groups).toHaveLength(10);
  for (const { title: group, learner } of benchCase.groups) {
    const own = benchCase.rivals.filter((rival) => rival.group === group);
    const rows = [...new Set(own.map(({ data }) => data.rows))];
    expect(rows.slice(0, 4)).toEqual([100, 1_000, 10_000, 100_000]);
    expect(rows.includes(1_000_000)).toBe(learner === "boosting");
    for (const { work, data } of own) expect(work).toEqual({ learner, threads: 2, task: data.task });
  }
});

test("a trial of few rows leaves the larger sizes out", () => {
  const { rivals } = cutDown(benchCase, { rows: "1000" });
  expect([...new Set(rivals.map(({ data }) => data.rows))]).toEqual([100, 1_000]);
  expect(rivals.every(({ name, data }) => name.endsWith(`, ${data.rows.toLocaleString("en")} rows`))).toBe(true);
});

test("Cambium learns all groups, and tells the times of its import, of its fit and since its start", async () => {
  const small = cutDown(benchCase, { rows: "1000", rounds: "1", peers: "defaults-cambium" });
  const rivals = small.rivals.filter(({ data }) => data.rows === 1_000);
  const runners = preparePeers(["defaults-cambium"], folder);
  const { turns } = await runCase({ ...small, rivals }, runners, { folder, say: () => {} });
  expect(turns).toHaveLength(10);
  for (const [at, { problem, wallSeconds, importSeconds, sinceStartSeconds, accuracy, rmse }] of turns.entries()) {
    expect(problem).toBeUndefined();
    expect(Math.min(wallSeconds, importSeconds)).toBeGreaterThan(0);
    expect(sinceStartSeconds).toBeGreaterThan(wallSeconds + importSeconds);
    const { data, work } = rivals[at];
    // The classes are about equally common. The target deviates by 8.6 from its mean, and by √2 times that from another row's.
    if (data.task === "classification") expect(accuracy).toBeGreaterThan(data.made === "grades-like" ? 0.4 : 0.54);
    else expect(rmse).toBeLessThan(work.learner === "cart" ? 11.5 : 8.5);
  }
});

test("the time is held against the fastest other library, by the target of the size", () => {
  const said = (rows, seconds) =>
    defaultsSection(benchCase, {
      turns: [
        turn("cambium", rows, seconds, { accuracy: 0.7, logLoss: 0.51 }),
        turn("xgboost", rows, 2, { accuracy: 0.71, logLoss: 0.5 }),
        turn("lightgbm", rows, 1, { accuracy: 0.72, logLoss: 0.49 }),
      ],
    });
  expect(said(10_000, 0.9)).toContain("| 0.90 | ≤ 1: met | 0.97 / 2.07 / 1.07 | 0.5100 / 0.5000 / 0.4900 |");
  expect(said(10_000, 1.1)).toContain("| 1.10 | ≤ 1: **missed** |");
  expect(said(100_000, 0.9)).toContain("| 0.90 | ≤ 0.8: **missed** |");
  expect(said(100_000, 0.4)).toContain("| 0.40 | ≤ 0.8: moonshot of 0.5 reached |");
});

test("a rival that failed is named, and no target is judged without the times of the rivals", () => {
  const said = defaultsSection(benchCase, {
    turns: [turn("cambium", 1_000, 1), { rival: `xgboost: ${title}, 1,000 rows`, problem: "no answer within 9 s" }],
  });
  expect(said).toContain("| 1,000 | 1 (1 – 1) | no answer within 9 s | – | ≤ 1: not known | 1.07 / – |");
});

test("of 100 rows the import and the fit together are held against 100 ms", () => {
  const said = (seconds) =>
    defaultsSection(benchCase, { turns: [turn("cambium", 100, seconds), turn("lightgbm", 100, 0.2)] });
  expect(said(0.055)).toContain(`| Cambium: ${title} | 40 | 55 | 95 | ≤ 100: met | 125 |`);
  expect(said(0.065)).toContain("| 105 | ≤ 100: **missed** |");
  expect(said(0.065)).toContain(`| lightgbm: ${title} | 40 | 200 | 240 |  | 270 |`);
});
