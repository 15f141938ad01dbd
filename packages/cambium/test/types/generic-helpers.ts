// Functions that are generic over the task or over the learner.
import {
  type BoostingOptions,
  boosting,
  type ClassificationModel,
  type CrossValidateOptions,
  cart,
  crossValidate,
  type Learner,
  type Model,
  type ModelOf,
  type RegressionModel,
  randomForest,
  type TableInput,
  type Task,
} from "cambium";

const table = { x: [1, 2, 3, 4, 5, 6, 7, 8], y: [1, 2, 1, 2, 1, 2, 1, 2] };

async function trainAs<T extends Task>(learner: Learner, task: T): Promise<ModelOf<T>> {
  return learner.fit(table, { target: "y", task });
}
export const ofClasses: ClassificationModel = await trainAs(cart(), "classification");
export const ofNumbers: RegressionModel = await trainAs(boosting({ rounds: 2 }), "regression");

/** The better of two learners by a figure of the caller's choice. */
async function better<M extends Model>(
  [first, second]: readonly [Learner<M>, Learner<M>],
  data: TableInput,
  options: CrossValidateOptions<M>,
): Promise<M> {
  const [one, other] = [await crossValidate(first, data, options), await crossValidate(second, data, options)];
  return (one.scores.length >= other.scores.length ? first : second).fit(data, { target: options.target });
}
const forest = randomForest({ trees: 2, criterion: "squaredError" });
export const best: RegressionModel = await better([cart({ criterion: "squaredError" }), forest], table, {
  target: "y",
  folds: 2,
});

function several<T extends Task>(options: BoostingOptions<T>, seeds: readonly number[]) {
  return seeds.map((seed) => boosting({ rounds: 2, ...options, seed }));
}
export const models: Model[] = await Promise.all(
  several({ learningRate: 0.5 }, [1, 2]).map((learner) => learner.fit(table, { target: "y" })),
);

class Trainer<M extends Model> {
  #model: M | null = null;
  constructor(
    private readonly learner: Learner<M>,
    private readonly target: string,
  ) {}
  async train(data: TableInput): Promise<this> {
    this.#model = await this.learner.fit(data, { target: this.target });
    return this;
  }
  get model(): M {
    if (this.#model === null) throw new Error("train first");
    return this.#model;
  }
}
const trainer = await new Trainer(cart({ criterion: "gini" }), "kind").train({ x: [1, 2], kind: ["a", "b"] });
export const classes = trainer.model.classes;
