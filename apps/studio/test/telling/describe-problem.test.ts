import { CambiumError } from "cambium";
import { CsvError, type CsvProblem } from "cambium/io";
import { expect, test } from "vitest";
import { describeProblem } from "../../src/telling/describe-problem.ts";

const problems: [problem: CsvProblem, labels: string[]][] = [
  [{ kind: "delimiter", likely: ";" }, ["Separate by semicolons"]],
  [{ kind: "encoding", likely: "windows-1252" }, ["Read it as Windows-1252 (Western Europe)"]],
  [{ kind: "format", found: "zip" }, []],
  [{ kind: "unnamed-column", field: 1 }, ["Leave the first column out"]],
  [{ kind: "unnamed-column", field: 3 }, []],
  [
    { kind: "text-among-numbers", column: "age", row: 3, text: "n/a" },
    ["“n/a” means missing", "The values of “age” are categories"],
  ],
  [
    { kind: "text-among-numbers", column: "size", row: 3, text: "3,5" },
    ["“3,5” is a number", "“3,5” means missing", "The values of “size” are categories"],
  ],
  [
    { kind: "text-among-numbers", column: "size", row: 3, text: "not at home" },
    ["The values of “size” are categories"],
  ],
  [
    { kind: "leading-zeros", column: "zip", row: 1, text: "010" },
    ["They are codes: keep the zeros", "They are numbers"],
  ],
];

test.each(problems)("%j is described without a word of code, with what a click can repair", (problem, labels) => {
  const { message, repairs } = describeProblem(new CsvError(problem, "pass delimiter"));
  expect(repairs.map(({ label }) => label)).toEqual(labels);
  expect(message).not.toMatch(/pass |cambium|parseCsv|missingValues|delimiter:/);
});

test("other errors keep their message, without the name of the library before it", () => {
  expect(describeProblem(new CambiumError("bad-csv", "it is empty"))).toEqual({ message: "it is empty", repairs: [] });
  expect(describeProblem(new Error("no")).message).toBe("no");
});
