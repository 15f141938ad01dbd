import {
  type AnyLoss,
  applyLink,
  boosting,
  classLinkNames,
  isClassLoss,
  type LossSpec,
  linkNames,
  loadModel,
  type Target,
} from "@cambium/core";
import { expectSame, plainCopy } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { looseMathIn } from "./loose-math-in.ts";
import { answersOf, callsOf, scoresOf } from "./loss-answers.ts";
import { EXTREME_SCORES, SCORES } from "./loss-probe.ts";
import { reversed, rowCountOf, type SampleTarget, weighted } from "./sample-targets.ts";

/** Laws of what a model keeps of a loss, and of how the loss behaves as a function. */
export function contractLaws(loss: AnyLoss, samples: readonly SampleTarget[]): Check[] {
  return [
    {
      law: "the link is one that core knows, and gives predictions of the task",
      lookAt: "`link`: how a score becomes a prediction; a class needs one that ends in 0 … 1",
      run: () => expectLink(loss),
    },
    {
      law: "the spec is plain data, which a saved model keeps",
      lookAt: "`spec`: a name, and finite numbers or texts; a saved model has nothing else of the loss",
      run: async () => {
        expectPlainSpec(loss);
        await expectKept(loss, samples[0]);
      },
    },
    {
      law: "the same question has the same answer",
      lookAt:
        "the loss as a whole: no state between calls, no random numbers, no clock; `derivatives` sets every row of its range by `=`, " +
        "never by `+=`, for training gives it the arrays of the round before",
      run: () => expectRepeatable(loss, samples),
    },
    {
      law: "the loss leaves the caller's target and scores as they are",
      lookAt: "every method: write to `gradients` and `hessians` only",
      run: () => expectUntouchedInputs(loss, samples),
    },
    {
      law: "exp and log come from @cambium/core, not from Math",
      lookAt:
        "imports: `exp` and `log` of @cambium/core have the same bits on every engine, Math's have not; or say `portable: false` in the spec",
      run: () => expectExactMath(loss, samples),
    },
    ...(loss.kernel === undefined ? [] : [kernelLaw(loss, samples[0])]),
  ];
}

/** The law of losses whose derivatives are compiled: a loss that is made of another one has its kernel, too. */
function kernelLaw(loss: AnyLoss, sample: SampleTarget): Check {
  return {
    law: "the compiled derivatives are those of `derivatives`",
    lookAt: "`kernel`: training on bins asks it and not `derivatives`; leave it out of a loss that has its own",
    async run() {
      const { kernel: _, ...plain } = loss;
      const compiled = await littleModel(loss, sample, "histogram");
      const { model, x } = await littleModel(plain as AnyLoss, sample, "histogram");
      expectSame(`${sample.label}, trained on bins`, model.predictScore({ x }), compiled.model.predictScore({ x }));
    },
  };
}

function expectLink(loss: AnyLoss): void {
  if (isClassLoss(loss)) {
    if (classLinkNames.includes(loss.link)) return;
    throw new Mismatch("link", `one of ${show(classLinkNames)}`, show(loss.link));
  }
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
  loss: AnyLoss,
  samples: readonly SampleTarget[],
  revive: (parameters: LossSpec["parameters"]) => AnyLoss,
): Check {
  return {
    law: "the parameters of the spec make the same loss again",
    lookAt: "`spec`: every option that the loss depends on is one of its `parameters`, by the option's name",
    run() {
      const { spec } = loss;
      const revived = revive(plainCopy(spec.parameters));
      expectSame("the spec of the revived loss", spec, revived.spec);
      for (const sample of samples) {
        expectSame(`${sample.label}, revived`, answersOf(loss, sample), answersOf(revived, sample));
      }
    },
  };
}

function expectPlainSpec({ spec }: AnyLoss): void {
  if (typeof spec.name !== "string" || spec.name === "") throw new Mismatch("spec.name", "a name", show(spec.name));
  for (const [name, value] of Object.entries(spec.parameters)) {
    const isPlain = typeof value === "string" || Number.isFinite(value);
    if (!isPlain) throw new Mismatch(`spec.parameters.${name}`, "a finite number or a text", show(value));
  }
  expectSame("spec after JSON", spec, JSON.parse(JSON.stringify(spec)));
}

/** Trains a little model, and brings it back from its bytes without the loss. */
async function expectKept(loss: AnyLoss, sample: SampleTarget): Promise<void> {
  const { model, x } = await littleModel(loss, sample);
  const revived = loadModel(model.toBytes());
  expectSame("the spec in a saved model", loss.spec, revived.loss);
  expectSame(`${sample.label}, predicted by a saved model`, model.predict({ x }), revived.predict({ x }));
}

async function littleModel(loss: AnyLoss, { target }: SampleTarget, splitter: "exact" | "histogram" = "exact") {
  const x = Array.from({ length: rowCountOf(target) }, (_, row) => row);
  const y = target.task === "regression" ? target.values : Array.from(target.codes, (code) => target.classes[code]);
  const model = await boosting({ loss, rounds: 2, maxDepth: 2, splitter }).fit({ x, y }, { target: "y" });
  return { model, x };
}

/** What the arrays of the round before may hold, and no loss would write by chance. */
const STALE = 54321.987;

function expectRepeatable(loss: AnyLoss, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const answers = answersOf(loss, sample);
    expectSame(`${sample.label}, asked twice`, answers, answersOf(loss, sample));
    expectSame(`${sample.label}, into arrays full of ${STALE}`, answers, answersOf(loss, sample, STALE));
  }
}

function expectUntouchedInputs(loss: AnyLoss, samples: readonly SampleTarget[]): void {
  for (const { label, target } of samples) {
    expectUntouched(loss, label, weighted(target));
    // Who sorts a target leaves one that is in order as it is; from both ends, none is.
    expectUntouched(loss, `${label}, last row first`, reversed(weighted(target)));
  }
}

function expectUntouched(loss: AnyLoss, label: string, target: Target): void {
  const scores = scoresOf(loss, target);
  const before = plainCopy({ target, scores });
  for (const [method, call] of Object.entries(callsOf(loss, target, scores))) {
    call();
    expectSame(`${label}, after ${method}`, before, { target, scores });
  }
}

function expectExactMath(loss: AnyLoss, samples: readonly SampleTarget[]): void {
  if (loss.spec.portable === false) return;
  for (const sample of samples) {
    const called = looseMathIn(() => answersOf(loss, sample));
    if (called.length > 0) throw new Mismatch(sample.label, "no call of them", called.join(", "));
  }
}
