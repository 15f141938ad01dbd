import type { Splitter } from "@cambium/core";
import { type SearchCase, searchCase, tasksOf } from "../data/search-case.ts";
import { checkSubject } from "../report/check-subject.ts";
import { show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { runChecks } from "../report/run-checks.ts";
import { cutLaws } from "./cut-laws.ts";
import { partitionLaws } from "./partition-laws.ts";
import { searchLaws } from "./search-laws.ts";
import { criteriaOf, type SplitterScope } from "./splitter-scope.ts";
import { tieLaws } from "./tie-laws.ts";

/**
 * Tries a splitter that looks for the best of all cuts: against brute force on small data with ties, missing values,
 * categories and weights, and on the life of a search. One that is for a single criterion, or only tries some sets of
 * categories, says so in `scope`.
 */
export async function checkSplitter(splitter: Splitter, scope: SplitterScope = {}): Promise<Report> {
  const expected = "a splitter, as exactSplitter() gives";
  checkSubject(splitter, { kit: "checkSplitter", expected, parts: { name: "string", begin: "function" } });
  const cases: SearchCase[] = [];
  for (const criterion of criteriaOf(scope)) {
    for (const task of tasksOf(criterion.goal)) cases.push(await searchCase(task, criterion));
  }
  const checks = [
    ...cutLaws(splitter, cases, scope),
    ...(scope.partitions === "some" ? [] : partitionLaws(splitter, scope)),
    ...tieLaws(splitter, scope),
    ...searchLaws(splitter, cases),
  ];
  return runChecks(`splitter ${show(splitter.name)}`, checks);
}
