import type { CambiumWarning } from "cambium";
import { expect, test } from "vitest";
import { groupWarnings } from "../../src/telling/group-warnings.ts";

const warning = (code: CambiumWarning["code"], column: string): CambiumWarning => ({ code, column, message: "pass x" });

test("warnings of one kind are told once, with one repair for all of their columns", () => {
  const groups = groupWarnings([
    warning("empty-column", "a"),
    warning("identifier-left-out", "id"),
    warning("empty-column", "b"),
  ]);
  expect(groups.map(({ text, columns, label }) => [text.slice(0, 24), columns, label])).toEqual([
    ["2 columns have no value ", ["a", "b"], "Leave them out"],
    ["“id” names rows: almost ", [], "Keep it"],
  ]);
  expect(groups[0].repair).toEqual({ kind: "leave-out", columns: ["a", "b"] });
});

test("a target of two numbers is offered as classes, and a constant one as nothing", () => {
  const [two, constant] = groupWarnings([warning("two-valued-target", "y"), warning("constant-target", "y")]);
  expect(two.repair).toEqual({ kind: "learn-classes" });
  expect(constant.repair).toBeNull();
});

test("a warning without words of ours keeps its own", () => {
  expect(groupWarnings([{ code: "no-better-than-chance", message: "so it is" }])[0].text).toBe("so it is");
});
