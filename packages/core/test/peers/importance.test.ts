import { cart, importance, type MetricName, type Model, permutationImportance, type TableInput } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { absolute, type DataCase, peerCases } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";

interface TreeCase extends DataCase {
  readonly parameters: { readonly max_depth: number; readonly min_samples_leaf: number };
}

interface ImportanceCase extends TreeCase {
  readonly importances: readonly number[];
}

interface PermutationCase extends TreeCase {
  readonly scoring: string;
  readonly repeats: number;
  readonly weights?: readonly number[];
  readonly means: readonly number[];
  readonly standardDeviations: readonly number[];
}

/** Our names of the peer's scores. */
const metrics: Readonly<Record<string, MetricName>> = {
  accuracy: "accuracy",
  neg_log_loss: "logLoss",
  r2: "r2",
  neg_root_mean_squared_error: "rmse",
};

async function treeOf({ data, parameters, call }: TreeCase): Promise<{ model: Model; table: TableInput }> {
  const raw = readDataset(data.set);
  const features = Object.fromEntries(data.features.map((name) => [name, float32Column(raw[name])]));
  const target = call.includes("Regressor") ? raw[data.target].map(Number) : raw[data.target];
  const table = { ...features, "the target": target };
  const learner = cart({ maxDepth: parameters.max_depth, minRowsLeaf: parameters.min_samples_leaf });
  return { model: await learner.fit(table, { target: "the target" }), table };
}

describe.each(peerCases<ImportanceCase>("importance"))("$peer, $name", (peerCase) => {
  test("has the same impurity importances", async () => {
    const { model } = await treeOf(peerCase);
    const ours = new Map(importance(model).map((entry) => [entry.feature, entry.importance]));
    peerCase.data.features.forEach((name, i) => {
      const difference = Math.abs((ours.get(name) ?? Number.NaN) - peerCase.importances[i]);
      expect(difference, name).toBeLessThanOrEqual(absolute(peerCase, "importance"));
    });
  });
});

describe.each(peerCases<PermutationCase>("permutation-importance"))("$peer, $name", (peerCase) => {
  test("loses as much by permutations, within what chance leaves open, and exactly nothing where the peer does", async () => {
    const { scoring, repeats, weights, means, standardDeviations, tolerances, data } = peerCase;
    const { model, table } = await treeOf(peerCase);
    const found = permutationImportance(model, table, {
      metric: metrics[scoring],
      repeats,
      ...(weights && { weight: weights }),
    });
    const ours = new Map(found.map((entry) => [entry.feature, entry]));
    data.features.forEach((name, i) => {
      const { mean, standardDeviation } = ours.get(name) ?? { mean: Number.NaN, standardDeviation: Number.NaN };
      // The peer divides by the number of repeats.
      const theirs = standardDeviations[i] * Math.sqrt(repeats / (repeats - 1));
      const open = Math.sqrt((standardDeviation * standardDeviation + theirs * theirs) / repeats);
      expect(Math.abs(mean - means[i]), name).toBeLessThanOrEqual((tolerances.mean.standardErrors ?? 0) * open);
      // A deviation of so many draws is itself known to some 7 %, so the two differ by half at the very most.
      expect(standardDeviation, name).toBeLessThanOrEqual(1.5 * theirs);
      expect(theirs, name).toBeLessThanOrEqual(1.5 * standardDeviation);
    });
  });
});
