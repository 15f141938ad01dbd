import { describe, expect, test } from "vitest";
import { adaBoost, cart, evaluate } from "../../src/index.ts";
import { absolute, type DataCase, peerCases, relative } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";

interface AdaBoostCase extends DataCase {
  readonly parameters: { readonly n_estimators: number; readonly learning_rate: number; readonly max_depth: number };
  readonly classes: readonly string[];
  /** From this round on scikit-learn's own trees depend on its `random_state`: cuts that gain alike. */
  readonly roundsWithoutTies: number;
  readonly errors: readonly number[];
  readonly weights: readonly number[];
  readonly trainingErrors: readonly number[];
}

describe.each(peerCases<AdaBoostCase>("adaboost"))("$peer, $name", (peerCase) => {
  test("has the same errors, weights and predictions, round by round", async () => {
    const { data, parameters, roundsWithoutTies } = peerCase;
    const raw = readDataset(data.set);
    const table = {
      ...Object.fromEntries(data.features.map((name) => [name, float32Column(raw[name])])),
      [data.target]: raw[data.target],
    };
    const errors: number[] = [];
    const base = cart({ maxDepth: parameters.max_depth });
    const rounds = Math.min(parameters.n_estimators, roundsWithoutTies);
    const learner = adaBoost(base, { rounds, learningRate: parameters.learning_rate });
    const run = { target: data.target, task: "classification" } as const;
    const model = await learner.fit(table, { ...run, onRound: ({ error }) => errors.push(error) });
    const weights = [...(model.ensemble.combine?.weights ?? [])];
    expect(errors).toHaveLength(rounds);
    for (let round = 0; round < rounds; round++) {
      expect(Math.abs(errors[round] - peerCase.errors[round])).toBeLessThanOrEqual(absolute(peerCase, "error"));
      const theirs = peerCase.weights[round];
      expect(Math.abs(weights[round] - theirs)).toBeLessThanOrEqual(relative(peerCase, "weight") * Math.abs(theirs));
    }
    if (model.task !== "classification") throw new Error("a classification was asked for");
    expect(1 - evaluate(model, table).accuracy).toBeCloseTo(peerCase.trainingErrors[rounds - 1], 12);
  });
});
