import type { PruningStrategy } from "@cambium/core";
import { checkSubject, type SubjectShape } from "../report/check-subject.ts";
import { show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { type Check, runChecks } from "../report/run-checks.ts";
import { cutBackLaws } from "./cut-back-laws.ts";
import { limitLaws } from "./limit-laws.ts";
import { ruleLaws } from "./rule-laws.ts";

/**
 * Tries a pruning strategy of any stage: a rule on many questions, a limit by its number, a cut on trees grown from small
 * data.
 */
export async function checkPruning(strategy: PruningStrategy): Promise<Report> {
  checkSubject(strategy, shapeWith({ stage: "string", name: "string" }));
  checkSubject(strategy, shapeWith(PARTS[strategy.stage] ?? PARTS["after-growth"]));
  return runChecks(`pruning strategy ${show(strategy.name)}`, lawsOf(strategy));
}

const PARTS: Readonly<Record<PruningStrategy["stage"], SubjectShape["parts"]>> = {
  "before-split": { allows: "function" },
  "during-growth": { leaves: "number" },
  "after-growth": { needs: "object", prune: "function" },
};

function lawsOf(strategy: PruningStrategy): Check[] {
  if (strategy.stage === "before-split") return ruleLaws(strategy);
  return strategy.stage === "during-growth" ? limitLaws(strategy) : cutBackLaws(strategy);
}

function shapeWith(parts: SubjectShape["parts"]): SubjectShape {
  const expected = "a pruning strategy, as maxDepth(3) or costComplexity({ folds: 10 }) gives";
  return { kit: "checkPruning", expected, parts };
}
