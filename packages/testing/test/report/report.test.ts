import { squaredError } from "@cambium/core";
import { expect, test } from "vitest";
import { assertPassed, checkLoss, checkTable } from "../../src/index.ts";

const table = { rowCount: 2, columnNames: ["a"], column: (name: string) => (name === "a" ? [1] : []) };

test("a report tells each law, and of a failure what was expected, what came and where to look", async () => {
  expect(String(await checkTable(table))).toBe(
    [
      'table of ["a"]: 4 of 6 laws hold',
      "  ✓ column names are strings, each once",
      "  ✗ every column has rowCount values",
      '      column "a": expected 2 values, came 1',
      "      look at `rowCount`, a whole number, and the length of what `column(name)` gives",
      "  ✓ every value is a number, a bigint, text, a boolean, a Date or missing",
      "  ✓ a column has the same values each time it is read",
      "  ✓ a column that was read stays as it is when others are read",
      "  ✗ an unknown name is a CambiumError",
      '      column("no such column"): expected a CambiumError, came []',
      '      look at `column(name)`: names such as "toString" or "__proto__" are unknown too, unless there is such a column',
    ].join("\n"),
  );
});

test("assertPassed throws the report when a law is broken", async () => {
  const report = await checkTable(table);
  expect(report.passed).toBe(false);
  expect(() => assertPassed(report)).toThrow(report.toString());
});

test("assertPassed says nothing when every law holds", async () => {
  expect(() => assertPassed({ ...good })).not.toThrow();
});

const good = await checkLoss(squaredError());

test("a plug-in that throws fails the law, and the failure names the error and its place", async () => {
  const loss = {
    ...squaredError(),
    value(): number {
      throw new TypeError("no value today");
    },
  };
  const report = await checkLoss(loss);
  const failure = report.results.find(({ law }) => law === "the gradient is the slope of the value")?.failure;
  expect(failure).toMatch(
    /^expected no error, came TypeError: no value today \(at .*report\.test\.ts:\d+:\d+\)?\)\nlook at /,
  );
});
