import { expect, test } from "vitest";
import { summaryOf } from "../check/summary-of.mjs";

const task = (name, command, exitCode, overrides = {}) => ({
  task: name,
  package: "@cambium/core",
  command,
  cache: { status: "MISS" },
  execution: exitCode === null ? undefined : { startTime: 1000, endTime: 3500, exitCode },
  logFile: name,
  ...overrides,
});
const totals = (tasks, logs = {}) => {
  const { passed, failed } = summaryOf(tasks, (path) => logs[path] ?? "");
  return { passed, failed };
};

test("a check that runs no tests counts as one", () => {
  expect(totals([task("types", "tsc", 0), task("lint", "biome check", 1)])).toEqual({ passed: 1, failed: 1 });
});

test("tests are counted from vitest's own words, with or without colours", () => {
  const logs = {
    unit: "\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m4 failed\u001b[39m | \u001b[32m31 passed\u001b[39m (35)\n",
    packages: "12 tarballs\n12 passed, 0 failed\n",
  };
  expect(totals([task("unit", "vitest run", 1), task("packages", "node x.mjs", 0)], logs)).toEqual({
    passed: 43,
    failed: 4,
  });
});

test("a runner that ran nothing, or broke without a failed test, is a failure", () => {
  expect(totals([task("unit", "vitest run", 0)])).toEqual({ passed: 0, failed: 1 });
  expect(totals([task("unit", "vitest run", 1)], { unit: " Tests  3 passed (3)" })).toEqual({ passed: 3, failed: 1 });
});

test("a check that never started is a failure", () => {
  expect(totals([task("packages", "node x.mjs", null)])).toEqual({ passed: 0, failed: 1 });
});

test("what turbo adds only to order the others is no check", () => {
  expect(summaryOf([task("sources", "<NONEXISTENT>", 0)], () => "")).toEqual({ passed: 0, failed: 0, lines: [] });
});

test("the packages of a check share its line", () => {
  const tasks = [
    task("types", "tsc", 0, { cache: { status: "HIT" } }),
    task("types", "tsc", 2, { package: "@cambium/io" }),
  ];
  const { lines } = summaryOf(tasks, () => "");
  expect(lines).toEqual(["types      FAILED   5.0 s      1 passed 1 of 2 as before in @cambium/io"]);
});
