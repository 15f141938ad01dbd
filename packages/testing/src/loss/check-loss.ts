import {
  type AnyLoss,
  CambiumError,
  type ClassLoss,
  isClassLoss,
  type Loss,
  type LossSpec,
  type TargetOf,
  type Task,
} from "@cambium/core";
import { checkSubject } from "../report/check-subject.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { type Check, runChecks } from "../report/run-checks.ts";
import { classLaws } from "./class-laws.ts";
import { contractLaws, revivalLaw } from "./contract-laws.ts";
import { derivativeLaws } from "./derivative-laws.ts";
import { LossProbe } from "./loss-probe.ts";
import { refitLaws } from "./refit-laws.ts";
import { type SampleTarget, sampleTargets, sortTargets } from "./sample-targets.ts";
import { valueLaws } from "./value-laws.ts";

/** Targets for a loss that the kit's own do not suit. */
export interface LossSamples<T extends Task> {
  /** Targets that the loss is made for, of at least five rows; the kit has some for every task, and tries those that are accepted. */
  readonly good?: readonly TargetOf<T>[];
  /** Targets that `checkTarget` must refuse. */
  readonly bad?: readonly TargetOf<T>[];
  /** Makes the loss from the parameters of its spec, as its options: (parameters) => huber(parameters). */
  readonly revive?: (parameters: LossSpec["parameters"]) => Loss<T> | ClassLoss;
}

/**
 * Tries a loss on the laws that training relies on: derivatives by finite differences, ranges, weights, the best constant,
 * refitted leaves, extreme scores, and what a saved model keeps. Of a loss with a score for each class, each of them is tried.
 */
export async function checkLoss<T extends Task>(
  loss: Loss<T> | ClassLoss,
  samples: LossSamples<T> = {},
): Promise<Report> {
  checkParts(loss);
  // From here on the loss meets only targets of its own task, which the compiler can not know.
  const subject: AnyLoss = loss;
  const good = samples.good?.map((target, index) => ({ label: `good[${index}]`, target }));
  const bad = samples.bad?.map((target, index) => ({ label: `bad[${index}]`, target })) ?? [];
  const { accepted, refused } = sortTargets(subject, good ?? sampleTargets(loss.task));
  const checks: Check[] = [
    {
      law: "checkTarget accepts what the loss is made for",
      lookAt: "`checkTarget`; if it is right, pass targets of your own: checkLoss(loss, { good: [target] })",
      run: () => expectAccepted(accepted, good === undefined ? [] : refused),
    },
  ];
  const toRefuse = good === undefined ? [...refused, ...bad] : bad;
  if (toRefuse.length > 0) {
    checks.push({
      law: "checkTarget refuses what the loss can not learn, with a CambiumError",
      lookAt: '`checkTarget`: throw new CambiumError("bad-target", …) that names the first bad row',
      run: () => {
        for (const sample of toRefuse) expectRefused(subject, sample);
      },
    });
  }
  if (accepted.length > 0) {
    checks.push(...(isClassLoss(subject) ? classLaws(subject, accepted) : lawsOfOneScore(subject, accepted)));
    checks.push(...contractLaws(subject, accepted));
    const { revive } = samples;
    if (revive !== undefined) checks.push(revivalLaw(subject, accepted, revive));
  }
  return runChecks(`loss ${show(loss.spec.name)}`, checks);
}

function checkParts(loss: unknown): void {
  const hasClasses = typeof loss === "object" && loss !== null && "initialScores" in loss;
  checkSubject(loss, {
    kit: "checkLoss",
    expected: "a loss, as squaredError() gives",
    parts: {
      spec: "object",
      task: "string",
      checkTarget: "function",
      [hasClasses ? "initialScores" : "initialScore"]: "function",
      derivatives: "function",
      value: "function",
    },
  });
}

function lawsOfOneScore(loss: Loss, samples: readonly SampleTarget[]): Check[] {
  const probe = new LossProbe(loss);
  return [...derivativeLaws(probe, samples), ...valueLaws(probe, samples), ...refitLaws(probe, samples)];
}

function expectAccepted(
  accepted: readonly SampleTarget[],
  refused: readonly (SampleTarget & { readonly error: unknown })[],
): void {
  for (const { label, error } of refused) throw new Mismatch(label, "no error", String(error));
  if (accepted.length === 0) throw new Mismatch("the kit's own targets", "one at least to be accepted", "none was");
}

function expectRefused(loss: AnyLoss, { label, target }: SampleTarget): void {
  try {
    loss.checkTarget(target as never);
  } catch (error) {
    if (error instanceof CambiumError) return;
    throw new Mismatch(label, "a CambiumError", String(error));
  }
  throw new Mismatch(label, "a CambiumError", "no error");
}
