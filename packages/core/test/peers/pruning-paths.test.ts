import { cart, costComplexity } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { type DataCase, peerCases, relative } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";

interface PathCase extends DataCase {
  readonly parameters: { readonly min_samples_leaf?: number };
  readonly rootImpurity: number;
  readonly alphas: readonly number[];
  readonly impurities: readonly number[];
}

interface Step {
  readonly alpha: number;
  readonly impurity: number;
}

describe.each(peerCases<PathCase>("pruning-path"))("$peer, $name", (peerCase) => {
  test("prunes the full tree by the same alphas to the same impurities", async () => {
    const steps = peerCase.alphas.map((alpha, i) => ({ alpha, impurity: peerCase.impurities[i] }));
    const merge = relative(peerCase, "merge") * peerCase.rootImpurity;
    const theirs = mergeEqual(steps, merge);
    const ours = mergeEqual(await ourPath(peerCase), merge);
    const tolerance = relative(peerCase, "alpha") * peerCase.rootImpurity;
    expect(ours.length).toBe(theirs.length);
    ours.forEach((step, i) => {
      expect(Math.abs(step.alpha - theirs[i].alpha)).toBeLessThanOrEqual(tolerance);
      expect(Math.abs(step.impurity - theirs[i].impurity)).toBeLessThanOrEqual(tolerance);
    });
  });
});

async function ourPath({ data, name, parameters }: PathCase): Promise<readonly Step[]> {
  const table = readDataset(data.set);
  const numbers = Object.fromEntries(data.features.map((feature) => [feature, float32Column(table[feature])]));
  const isRegression = table[data.target].every((text) => Number.isFinite(Number(text)));
  const target = isRegression ? Float64Array.from(table[data.target], Number) : table[data.target];
  const learner = cart({ minRowsLeaf: parameters.min_samples_leaf ?? 1, prune: costComplexity({ alpha: 0 }) });
  const { pruningPath } = await learner.fit({ ...numbers, [data.target]: target }, { target: data.target });
  if (pruningPath.length === 0) throw new Error(`${name}: the model has no pruning path`);
  return pruningPath;
}

/** One step for all that have the same alpha, with the impurity of the last of them: the smallest tree. */
function mergeEqual(steps: readonly Step[], apart: number): Step[] {
  const merged: Step[] = [];
  for (const step of steps) {
    if (merged.length > 0 && step.alpha - merged[merged.length - 1].alpha <= apart) merged.pop();
    merged.push(step);
  }
  return merged;
}
