import { schemaOf } from "../dataset/column.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { type Ensemble, treesPerRound } from "../ensemble/ensemble.ts";
import type { AnyLoss } from "../loss/loss.ts";
import type { RoundScores } from "../model/learning-curve.ts";
import type { Model } from "../model/model.ts";
import type { Tree } from "../tree/tree.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";

/** The rounds of a model that a fit goes on from. */
export interface PastRounds {
  readonly ensemble: Ensemble;
  /** The trees of each round. */
  readonly rounds: readonly (readonly Tree[])[];
  /** What was measured after them; nothing of rounds that the model does not have. */
  readonly curve: readonly RoundScores[];
}

/** Refuses a model that was not boosted by this loss on columns like those of the dataset: more of its trees would say something else. */
export function pastRounds(model: Model, dataset: Dataset, loss: AnyLoss): PastRounds {
  const { ensemble, learningCurve } = model;
  const { target } = dataset;
  expectAlike("learner", model.learner, "boosting");
  expectAlike("loss", model.loss, loss.spec);
  expectAlike("target", model.target, target.name);
  if (model.task === "classification" && target.task === "classification") {
    expectAlike("classes", model.classes, target.classes);
  } else expectAlike("task", model.task, target.task);
  expectAlike("features", model.features, dataset.columns.map(schemaOf));
  const perRound = treesPerRound(ensemble);
  const count = ensemble.trees.length / perRound;
  return {
    ensemble,
    rounds: Array.from({ length: count }, (_, i) => ensemble.trees.slice(i * perRound, (i + 1) * perRound)),
    curve: learningCurve.filter(({ round }) => round <= count),
  };
}

function expectAlike(part: string, ofModel: unknown, ofFit: unknown): void {
  const [found, expected] = [ofModel, ofFit].map((value) => JSON.stringify(value));
  if (found === expected) return;
  const shown = [found, expected].map((text) => (text.length > MOST_TEXT ? describe(text.slice(0, MOST_TEXT)) : text));
  const message = `fit: continueFrom: the model has the ${part} ${shown[0]}, and this fit ${shown[1]}; go on with the data, the target and the loss that it was fitted with`;
  throw new CambiumError("bad-option", message);
}

/** What a sentence can hold. */
const MOST_TEXT = 200;
