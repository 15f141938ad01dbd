import { expect, test } from "vitest";
import { changesetProblem } from "../check/changeset-problem.mjs";

const source = { status: "M", path: "packages/core/src/tree/tree.ts" };

test("a change of sources without a changeset is refused, with the packages' names", () => {
  const other = { status: "D", path: "packages/io/src/csv/read-csv.ts" };
  expect(changesetProblem([other, source, source])).toContain("The sources of core, io changed");
});

test("a changeset that was there before does not tell of this change", () => {
  expect(changesetProblem([source, { status: "M", path: ".changeset/old.md" }])).not.toBeNull();
});

test("a new changeset is enough, and tests and documents need none", () => {
  expect(changesetProblem([source, { status: "A", path: ".changeset/new.md" }])).toBeNull();
  expect(changesetProblem([{ status: "M", path: "packages/core/test/tree/tree.test.ts" }])).toBeNull();
  expect(changesetProblem([{ status: "M", path: "README.md" }])).toBeNull();
});
