import { expectPredictor } from "../model/expect-model.ts";
import type { ClassPredictor, NumberPredictor } from "../model/predictor.ts";
import { CambiumError } from "../util/cambium-error.ts";

/** Refuses what is no model of classes. `caller` is what the user called. */
export function expectClasses(caller: string, model: ClassPredictor): void {
  expectPredictor(caller, model);
  if (model.task === "classification") return;
  throw new CambiumError("bad-model", `${caller} expects a model of classes, got one of numbers`);
}

/** Refuses what is no model of numbers. */
export function expectNumbers(caller: string, model: NumberPredictor): void {
  expectPredictor(caller, model);
  if (model.task === "regression") return;
  throw new CambiumError("bad-model", `${caller} expects a model of numbers, got one of classes`);
}
