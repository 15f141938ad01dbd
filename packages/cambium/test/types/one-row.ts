// One row, one class, and a model as plain data.
import { boosting, type ClassificationModel, type ClassLabel, cart, type ModelDescription, metrics } from "cambium";

interface Passenger {
  readonly age: number;
  readonly cabin?: string;
  readonly survived: boolean;
}

const passengers: readonly Passenger[] = [
  { age: 3, cabin: "B5", survived: true },
  { age: 20, survived: false },
  { age: 30, cabin: "C1", survived: true },
  { age: 61, survived: false },
];
const model = await cart().fit(passengers, { target: "survived", task: "classification" });

const passenger: Passenger = { age: 25, cabin: "C1", survived: true };
export const label: ClassLabel = model.predictOne(passenger);
export const shares: Float64Array = model.predictOneProbability(passenger);
export const share: number | undefined = shares[model.classes.indexOf(true)];
export const ofTrue: Float64Array = model.probabilitiesOf(passengers, true);
export const options = model.options?.maxDepth;
export const description: ModelDescription = model.toJSON();
export const text: string = JSON.stringify(model);

const confusion = metrics.confusionMatrix(
  passengers.map(({ survived }) => survived),
  model.predict(passengers),
  { labels: model.classes },
);
for (const [i, row] of confusion.rows.entries()) console.assert(row.length === 2, String(confusion.labels[i]));
export const cell: number | undefined = confusion.rows[0]?.[1];
export const recalls: number[] = metrics.classRates(confusion).map(({ recall }) => recall);

const numbers = await boosting({ rounds: 2 }).fit(passengers, {
  target: "age",
  task: "regression",
  features: ["cabin"],
});
export const age: string = numbers.predictOne({ cabin: "C1" }).toFixed(1);
// @ts-expect-error: a number has no probability.
export const none = () => numbers.predictOneProbability({ cabin: "C1" });

export function likeliest(model: ClassificationModel, row: object): ClassLabel | undefined {
  const shares = model.predictOneProbability(row);
  return model.classes[shares.indexOf(Math.max(...shares))];
}
likeliest(model, passenger);
