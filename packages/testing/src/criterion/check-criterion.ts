import type { Criterion } from "@cambium/core";
import { checkSubject } from "../report/check-subject.ts";
import { show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { runChecks } from "../report/run-checks.ts";
import { gainLaws } from "./gain-laws.ts";
import { leafLaws } from "./leaf-laws.ts";

/**
 * Tries a criterion on the laws that splitters, growers and pruning rely on. One that is not additive has no gain of its own:
 * `checkSplitter(splitter, { criterion })` tries the splitter that has it.
 */
export async function checkCriterion(criterion: Criterion): Promise<Report> {
  checkSubject(criterion, {
    kit: "checkCriterion",
    expected: "a criterion, as gini() gives",
    parts: {
      name: "string",
      goal: "string",
      gain: "function",
      valueWidth: "function",
      leafValue: "function",
      cover: "function",
      impurity: "function",
    },
  });
  const gains = criterion.additive === false ? [] : gainLaws(criterion);
  return runChecks(`criterion ${show(criterion.name)}`, [...gains, ...leafLaws(criterion)]);
}
