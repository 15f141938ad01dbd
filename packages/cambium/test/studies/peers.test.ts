import { describe, expect, test } from "vitest";
import { boosting, squaredError } from "../../src/index.ts";
import { MOST_STANDARD_ERRORS, mean, standardErrors } from "./support/figures.ts";
import { type MadeCase, madeCases, scoresOf, tableOf } from "./support/made-cases.ts";
import { testError } from "./support/test-error.ts";

test.each(madeCases)("$peer, $name: the rows are ours, to the bit", ({ data, seeds, lastFeature }) => {
  const rows = data.trainRows + data.testRows;
  const last = seeds.map((seed) => {
    const { y: _, ...features } = tableOf(data.made, rows, seed).columns;
    return Object.values(features).at(-1)?.at(-1);
  });
  expect(last).toEqual(lastFeature);
});

describe.each(madeCases.filter(({ learner }) => learner === "boosting"))("$peer, $name", (madeCase) => {
  test("predicts as well as our boosting in histograms, up to chance", async () => {
    const [ours, theirs] = [await scoresOfOurs(madeCase), scoresOf(madeCase)];
    const errors = Math.abs(standardErrors(ours, theirs));
    expect(errors, `${mean(ours)}, ${mean(theirs)}`).toBeLessThanOrEqual(MOST_STANDARD_ERRORS[ours.length]);
  });
});

const known = new Map<string, Promise<number[]>>();

/** Once for all peers that were asked the same. */
function scoresOfOurs(madeCase: MadeCase): Promise<number[]> {
  const key = JSON.stringify([madeCase.options, madeCase.data]);
  const scores = known.get(key) ?? fitAll(madeCase);
  known.set(key, scores);
  return scores;
}

async function fitAll({ options, data, seeds }: MadeCase): Promise<number[]> {
  const learner = boosting({
    maxDepth: 1000,
    columnSample: { node: 1 },
    ...options,
    loss: squaredError(),
    splitter: "histogram",
  });
  const scores: number[] = [];
  for (const seed of seeds) {
    const table = tableOf(data.made, data.trainRows + data.testRows, seed);
    scores.push(await testError(learner, table, data.trainRows));
  }
  return scores;
}
