import type { PruningStrategy } from "@cambium/core";
import { show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { runChecks } from "../report/run-checks.ts";
import { cutBackLaws } from "./cut-back-laws.ts";
import { ruleLaws } from "./rule-laws.ts";

/** Tries a pruning strategy of either stage: as a rule on many questions, or as a cut on trees grown from small data. */
export function checkPruning(strategy: PruningStrategy): Promise<Report> {
  const laws = strategy.stage === "before-split" ? ruleLaws(strategy) : cutBackLaws(strategy);
  return runChecks(`pruning strategy ${show(strategy.name)}`, laws);
}
