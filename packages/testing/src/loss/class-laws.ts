import type { ClassificationTarget, ClassLoss, Target } from "@cambium/core";
import type { Check } from "../report/run-checks.ts";
import { classView, type OtherScores } from "./class-view.ts";
import { derivativeLaws } from "./derivative-laws.ts";
import { EXTREME_SCORES, LossProbe, SCORES } from "./loss-probe.ts";
import { copyOf, type SampleTarget } from "./sample-targets.ts";
import { valueLaws } from "./value-laws.ts";

/** Those of a row are told by its class, so that a row that stands alone has them, too. */
const ordinary: OtherScores = ({ codes }, row, place) => SCORES[(5 * place + 4 * codes[row] + 3) % SCORES.length];

/** The laws of a score, asked of each score of a row: those of the other classes stay where they are. */
export function classLaws(loss: ClassLoss, samples: readonly SampleTarget[]): Check[] {
  const classCount = Math.max(...samples.map(({ target }) => classesOf(target).length));
  return together(Array.from({ length: classCount }, (_, place) => lawsOfScore(loss, place, samples)));
}

function lawsOfScore(loss: ClassLoss, place: number, all: readonly SampleTarget[]): Check[] {
  const probeAmong = (others: OtherScores) => new LossProbe(classView(loss, place, others), place);
  const samples = all
    .filter(({ target }) => place < classesOf(target).length)
    .map(({ label, target }) => ({ label: `${label}, score of class ${place + 1}`, target }));
  const probe = probeAmong(ordinary);
  const valueChecks = valueLaws(probe, samples, {
    probeAt(target) {
      const best = loss.initialScores(copyOf(target) as ClassificationTarget);
      return probeAmong((_, __, other) => best[other]);
    },
    farOut: EXTREME_SCORES.map((far) => [
      probeAmong(() => far),
      samples.map(({ label, target }) => ({ label: `${label}, the others ${far}`, target })),
    ]),
  });
  return [...derivativeLaws(probe, samples), ...valueChecks];
}

/** Of a classification, as the loss has seen to. */
const classesOf = (target: Target) => (target.task === "classification" ? target.classes : []);

/** The laws that all of these lists have, each asked of one list after the other. */
function together(lists: readonly (readonly Check[])[]): Check[] {
  return lists[0].map(({ law, lookAt }, at) => ({
    law,
    lookAt,
    async run() {
      for (const list of lists) await list[at].run();
    },
  }));
}
