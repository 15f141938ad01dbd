import type { Splitter } from "@cambium/core";
import { searchCase } from "../data/search-case.ts";
import { checkSubject } from "../report/check-subject.ts";
import { show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { runChecks } from "../report/run-checks.ts";
import { cutLaws } from "./cut-laws.ts";
import { partitionLaws } from "./partition-laws.ts";
import { searchLaws } from "./search-laws.ts";
import { tieLaws } from "./tie-laws.ts";

/**
 * Tries a splitter that looks for the best of all cuts: against brute force on small data with ties, missing values,
 * categories and weights, and on the life of a search.
 */
export async function checkSplitter(splitter: Splitter): Promise<Report> {
  const expected = "a splitter, as exactSplitter() gives";
  checkSubject(splitter, { kit: "checkSplitter", expected, parts: { name: "string", begin: "function" } });
  const cases = [await searchCase("regression"), await searchCase("two classes"), await searchCase("three classes")];
  const checks = [
    ...cutLaws(splitter, cases),
    ...partitionLaws(splitter),
    ...tieLaws(splitter),
    ...searchLaws(splitter, cases),
  ];
  return runChecks(`splitter ${show(splitter.name)}`, checks);
}
