import type { PruningStrategy } from "@cambium/core";
import { checkSubject, type SubjectShape } from "../report/check-subject.ts";
import { show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { runChecks } from "../report/run-checks.ts";
import { cutBackLaws } from "./cut-back-laws.ts";
import { ruleLaws } from "./rule-laws.ts";

/** Tries a pruning strategy of either stage: as a rule on many questions, or as a cut on trees grown from small data. */
export async function checkPruning(strategy: PruningStrategy): Promise<Report> {
  checkSubject(strategy, shapeWith({ stage: "string", name: "string" }));
  const isRule = strategy.stage === "before-split";
  checkSubject(strategy, shapeWith(isRule ? { allows: "function" } : { needs: "object", prune: "function" }));
  return runChecks(`pruning strategy ${show(strategy.name)}`, isRule ? ruleLaws(strategy) : cutBackLaws(strategy));
}

function shapeWith(parts: SubjectShape["parts"]): SubjectShape {
  const expected = "a pruning strategy, as maxDepth(3) or costComplexity({ folds: 10 }) gives";
  return { kit: "checkPruning", expected, parts };
}
