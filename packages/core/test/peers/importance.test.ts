import { cart, importance } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { absolute, type DataCase, peerCases } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";

interface ImportanceCase extends DataCase {
  readonly parameters: { readonly max_depth?: number; readonly min_samples_leaf?: number };
  readonly importances: readonly number[];
}

describe.each(peerCases<ImportanceCase>("importance"))("$peer, $name", (peerCase) => {
  test("has the same impurity importances", async () => {
    const { data, parameters, importances } = peerCase;
    const raw = readDataset(data.set);
    const table = Object.fromEntries(data.features.map((name) => [name, float32Column(raw[name])]));
    const target = peerCase.call.includes("Regressor") ? raw[data.target].map(Number) : raw[data.target];
    const { max_depth, min_samples_leaf } = parameters;
    const learner = cart({
      ...(max_depth !== undefined && { maxDepth: max_depth }),
      ...(min_samples_leaf !== undefined && { minRowsLeaf: min_samples_leaf }),
    });
    const model = await learner.fit({ ...table, "the target": target }, { target: "the target" });
    const ours = new Map(importance(model).map((entry) => [entry.feature, entry.importance]));
    data.features.forEach((name, i) => {
      const difference = Math.abs((ours.get(name) ?? Number.NaN) - importances[i]);
      expect(difference, name).toBeLessThanOrEqual(absolute(peerCase, "importance"));
    });
  });
});
