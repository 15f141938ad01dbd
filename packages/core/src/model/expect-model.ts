import type { Task } from "../dataset/target.ts";
import type { Tree } from "../tree/tree.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import type { Model, OutOfBag } from "./model.ts";
import type { Predictor } from "./predictor.ts";

/** Refuses what is no model. `caller` is what the user called. */
export function expectModel(caller: string, model: Model): void {
  if (typeof model?.predictScore === "function") return;
  throw new CambiumError("bad-model", `${caller} expects a model, as fit or loadModel gives, got ${describe(model)}`);
}

/** Refuses what can not predict. */
export function expectPredictor(caller: string, model: Predictor): void {
  if (typeof model?.predict === "function" && typeof model.target === "string") {
    if (model.task === "regression") return;
    if (model.task === "classification" && typeof model.predictProbability === "function") return;
  }
  throw new CambiumError("bad-model", `${caller} expects a model, as fit or loadModel gives, got ${describe(model)}`);
}

/** The same, and what is no model for a task. */
export function expectTask(caller: string, model: Predictor, task: Task): void {
  expectPredictor(caller, model);
  if (model.task === task) return;
  const [wanted, given] = task === "classification" ? ["classes", "numbers"] : ["numbers", "classes"];
  throw new CambiumError("bad-model", `${caller} expects a model of ${wanted}, got one of ${given}`);
}

/** One tree of a model, counted from 0. */
export function expectTree(caller: string, model: Model, index: number): Tree {
  expectModel(caller, model);
  const { trees } = model.ensemble;
  if (Number.isInteger(index) && index >= 0 && index < trees.length) return trees[index];
  const range = trees.length === 1 ? "0, its only tree" : `a whole number from 0 to ${trees.length - 1}`;
  throw new CambiumError("bad-option", `${caller}: tree expects ${range}, got ${describe(index)}`);
}

/** The training rows of a forest that was just grown. */
export function expectOutOfBag(caller: string, model: Model): OutOfBag {
  expectModel(caller, model);
  if (model.outOfBag != null) return model.outOfBag;
  const message = `${caller} asks for rows that trees did not see; this model has none: it is no forest whose trees leave rows out, or it was loaded from its bytes`;
  throw new CambiumError("bad-model", message);
}
