import type { AsyncOptions } from "../predict/async-options.ts";
import type { PredictInput } from "../predict/encode-table.ts";

type Predict<T> = (table: PredictInput) => T;
type Twin<T> = (table: PredictInput, options: AsyncOptions) => Promise<T>;

/** By the function, not by the model: a model may be copied with a `predict` of somebody's own, which then is the one to ask. */
const twins = /* @__PURE__ */ new WeakMap<Predict<unknown>, Twin<unknown>>();

/** Remembers what gives the same in turns. */
export function setTwin<T>(predict: Predict<T>, twin: Twin<T>): void {
  twins.set(predict, twin);
}

/** What a function of a model predicts: in turns where there is a twin of it, else at once. */
export async function askInTurns<T>(
  model: object,
  predict: Predict<T>,
  table: PredictInput,
  options: AsyncOptions,
): Promise<T> {
  const twin = twins.get(predict) as Twin<T> | undefined;
  return twin === undefined ? predict.call(model, table) : twin(table, options);
}
