import { applyLink, boosting, type Loss, type LossSpec, linkNames, loadModel } from "@cambium/core";
import { expectSame, plainCopy } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { looseMathIn } from "./loose-math-in.ts";
import { EXTREME_SCORES, LossProbe, SCORES, scoresFor } from "./loss-probe.ts";
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
      law: "the spec is plain data, which a saved model keeps",
      lookAt: "`spec`: a name, and finite numbers or texts; a saved model has nothing else of the loss",
      run: async () => {
        expectPlainSpec(probe);
        await expectKept(probe, samples[0]);
      },
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

/** The law of losses whose maker is passed. */
export function revivalLaw(
  probe: LossProbe,
  samples: readonly SampleTarget[],
  revive: (parameters: LossSpec["parameters"]) => Loss,
): Check {
  return {
    law: "the parameters of the spec make the same loss again",
    lookAt: "`spec`: every option that the loss depends on is one of its `parameters`, by the option's name",
    run() {
      const { spec } = probe.loss;
      const revived = new LossProbe(revive(plainCopy(spec.parameters)));
      expectSame("the spec of the revived loss", spec, revived.loss.spec);
      for (const sample of samples) {
        expectSame(`${sample.label}, revived`, answersOf(probe, sample), answersOf(revived, sample));
      }
    },
  };
}

function expectPlainSpec({ loss: { spec } }: LossProbe): void {
  if (typeof spec.name !== "string" || spec.name === "") throw new Mismatch("spec.name", "a name", show(spec.name));
  for (const [name, value] of Object.entries(spec.parameters)) {
    const isPlain = typeof value === "string" || Number.isFinite(value);
    if (!isPlain) throw new Mismatch(`spec.parameters.${name}`, "a finite number or a text", show(value));
  }
  expectSame("spec after JSON", spec, JSON.parse(JSON.stringify(spec)));
}

/** Trains a little model, and brings it back from its bytes without the loss. */
async function expectKept({ loss }: LossProbe, { label, target }: SampleTarget): Promise<void> {
  const x = Array.from({ length: rowCountOf(target) }, (_, row) => row);
  const y = target.task === "regression" ? target.values : Array.from(target.codes, (code) => target.classes[code]);
  const model = await boosting({ loss, rounds: 2, maxDepth: 2 }).fit({ x, y }, { target: "y" });
  const revived = loadModel(model.toBytes());
  expectSame("the spec in a saved model", loss.spec, revived.loss);
  expectSame(`${label}, predicted by a saved model`, model.predict({ x }), revived.predict({ x }));
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
