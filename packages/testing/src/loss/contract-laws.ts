import { applyLink, linkNames } from "@cambium/core";
import { expectSame, plainCopy } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { looseMathIn } from "./loose-math-in.ts";
import { EXTREME_SCORES, type LossProbe, SCORES, scoresFor } from "./loss-probe.ts";
import { copyOf, rowCountOf, type SampleTarget, weighted } from "./sample-targets.ts";

/** Laws of what a model keeps of a loss, and of how the loss behaves as a function. */
export function contractLaws(probe: LossProbe, samples: readonly SampleTarget[]): Check[] {
  return [
    {
      law: "the link is one that core knows, and gives predictions of the task",
      lookAt: "`link`: how a score becomes a prediction; a class needs one that ends in 0 … 1",
      run: () => expectLink(probe),
    },
    {
      law: "the spec is plain data that survives JSON",
      lookAt: "`spec`: a name and finite numbers; a saved model has nothing else of the loss",
      run: () => expectPlainSpec(probe),
    },
    {
      law: "the same question has the same answer",
      lookAt: "the loss as a whole: no state between calls, no random numbers, no clock",
      run: () => expectRepeatable(probe, samples),
    },
    {
      law: "the loss leaves the caller's target and scores as they are",
      lookAt: "every method: write to `gradients` and `hessians` only",
      run: () => expectUntouchedInputs(probe, samples),
    },
    {
      law: "exp and log come from @cambium/core, not from Math",
      lookAt: "imports: `exp` and `log` of @cambium/core have the same bits on every engine, Math's have not",
      run: () => expectExactMath(probe, samples),
    },
  ];
}

function expectLink({ loss }: LossProbe): void {
  if (!linkNames.includes(loss.link)) throw new Mismatch("link", `one of ${show(linkNames)}`, show(loss.link));
  for (const score of [...EXTREME_SCORES, ...SCORES]) {
    const prediction = applyLink(loss.link, score);
    const isRight = loss.task === "classification" ? prediction >= 0 && prediction <= 1 : Number.isFinite(prediction);
    if (isRight) continue;
    const expected = loss.task === "classification" ? "a probability" : "a finite number";
    throw new Mismatch(`prediction "${loss.link}" of score ${score}`, expected, prediction);
  }
}

function expectPlainSpec({ loss: { spec } }: LossProbe): void {
  if (typeof spec.name !== "string" || spec.name === "") throw new Mismatch("spec.name", "a name", show(spec.name));
  for (const [name, value] of Object.entries(spec.parameters)) {
    if (!Number.isFinite(value)) throw new Mismatch(`spec.parameters.${name}`, "a finite number", show(value));
  }
  expectSame("spec after JSON", spec, JSON.parse(JSON.stringify(spec)));
}

/** All answers of the loss about one target. */
function answersOf(probe: LossProbe, { target }: SampleTarget) {
  const scores = scoresFor(target);
  return {
    initialScore: probe.loss.initialScore(copyOf(target)),
    value: probe.valueAt(target, scores),
    ...probe.derivatives(target, scores),
  };
}

function expectRepeatable(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    expectSame(`${sample.label}, asked twice`, answersOf(probe, sample), answersOf(probe, sample));
  }
}

function expectUntouchedInputs({ loss }: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const target = weighted(sample.target);
    const scores = scoresFor(target);
    const before = plainCopy({ target, scores });
    const count = rowCountOf(target);
    const calls = {
      checkTarget: () => loss.checkTarget(target),
      initialScore: () => loss.initialScore(target),
      derivatives: () => {
        const hessians = loss.constantHessian ? null : new Float64Array(count);
        loss.derivatives(target, scores, new Float64Array(count), hessians, 0, count);
      },
      value: () => scores.forEach((score, row) => void loss.value(target, row, score)),
    };
    for (const [method, call] of Object.entries(calls)) {
      call();
      expectSame(`${sample.label}, after ${method}`, before, { target, scores });
    }
  }
}

function expectExactMath(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const called = looseMathIn(() => answersOf(probe, sample));
    if (called.length > 0) throw new Mismatch(sample.label, "no call of them", called.join(", "));
  }
}
