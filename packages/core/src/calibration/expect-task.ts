import type { Task } from "../dataset/target.ts";
import { expectPredictor } from "../model/expect-model.ts";
import type { Predictor } from "../model/predictor.ts";
import { CambiumError } from "../util/cambium-error.ts";

/** Refuses what is no model for a task. `caller` is what the user called. */
export function expectTask(caller: string, model: Predictor, task: Task): void {
  expectPredictor(caller, model);
  if (model.task === task) return;
  const [wanted, given] = task === "classification" ? ["classes", "numbers"] : ["numbers", "classes"];
  throw new CambiumError("bad-model", `${caller} expects a model of ${wanted}, got one of ${given}`);
}
