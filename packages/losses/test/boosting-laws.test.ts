import { boosting, type ClassificationModel, exp, type RegressionModel } from "@cambium/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exponential, logistic, squaredError } from "../src/index.ts";

/** Numbers in two columns, with gaps, targets that they say something of, and weights. */
const tables = fc
  .array(
    fc.record({
      a: fc.integer({ min: 0, max: 30 }),
      b: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Number.NaN)),
      noise: fc.integer({ min: -8, max: 8 }),
      weight: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 4, maxLength: 60 },
  )
  .map((rows) => ({
    a: rows.map(({ a }) => a),
    b: rows.map(({ b }) => b),
    y: rows.map(({ a, b, noise }) => a / 3 + (Number.isNaN(b) ? 5 : b) + noise),
    weight: rows.map(({ weight }) => weight),
  }));

const run = { target: "y", weight: "weight" };

describe("boosting with squared error", () => {
  it("learns more in every round, for any learning rate up to 1", async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom(0.05, 0.3, 1), fc.boolean(), async (table, learningRate, isExact) => {
        const losses: number[] = [];
        const onRound = ({ trainLoss }: { readonly trainLoss: number }) => void losses.push(trainLoss);
        const splitter = isExact ? "exact" : "histogram";
        const learner = boosting({ loss: squaredError(), rounds: 8, learningRate, splitter, maxDepth: 3 });
        await learner.fit(table, { ...run, onRound });
        // Sums are exact, and a mean of squares is rounded once.
        for (let round = 1; round < losses.length; round++) {
          expect(losses[round]).toBeLessThanOrEqual(losses[round - 1] * (1 + 2 ** -50));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("predicts the mean of the target on average, where nothing draws leaves to 0", async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom(0.1, 1), async (table, learningRate) => {
        const learner = boosting({ loss: squaredError(), rounds: 6, learningRate, l2: 0, minChildWeight: 0 });
        const model = (await learner.fit(table, run)) as RegressionModel;
        const predicted = model.predict(table);
        const mean = (values: ArrayLike<number>) =>
          table.weight.reduce((sum, weight, row) => sum + weight * values[row], 0) /
          table.weight.reduce((sum, weight) => sum + weight, 0);
        expect(Math.abs(mean(predicted) - mean(table.y))).toBeLessThan(1e-9);
      }),
      { numRuns: 60 },
    );
  });
});

interface Stump {
  readonly column: "a" | "b";
  readonly threshold: number;
  readonly values: readonly [number, number];
}

/** The stump that comes nearest to the targets in weighted squares, by trying all. */
function bestStump(
  columns: Readonly<Record<"a" | "b", readonly number[]>>,
  z: readonly number[],
  w: readonly number[],
): Stump {
  let best: Stump | null = null;
  let most = 0;
  for (const column of ["a", "b"] as const) {
    const present = [...new Set(columns[column])].sort((x, y) => x - y);
    for (let i = 1; i < present.length; i++) {
      const threshold = (present[i - 1] + present[i]) / 2;
      const sums = [0, 0].map(() => ({ wz: 0, w: 0 }));
      columns[column].forEach((value, row) => {
        const side = sums[value <= threshold ? 0 : 1];
        side.wz += w[row] * z[row];
        side.w += w[row];
      });
      const gain = sums.reduce((total, side) => total + (side.wz * side.wz) / side.w, 0);
      if (gain <= most * (1 + 1e-12)) continue;
      most = gain;
      best = { column, threshold, values: [sums[0].wz / sums[0].w, sums[1].wz / sums[1].w] };
    }
  }
  if (best === null) throw new Error("expected a column of two values");
  return best;
}

/** Scores after so many rounds; what a round fits, and by which weights, is a function of the label and the score of a row. */
function boostedByHand(
  columns: Readonly<Record<"a" | "b", readonly number[]>>,
  labels: readonly number[],
  rounds: number,
  working: (label: number, score: number) => readonly [z: number, w: number],
): number[] {
  const scores = labels.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    const rows = labels.map((label, row) => working(label, scores[row]));
    const stump = bestStump(
      columns,
      rows.map(([z]) => z),
      rows.map(([, w]) => w),
    );
    columns[stump.column].forEach((value, row) => {
      scores[row] += stump.values[value <= stump.threshold ? 0 : 1];
    });
  }
  return scores;
}

describe("boosting of two classes without penalties, stumps and whole steps", () => {
  const count = 120;
  const a = Array.from({ length: count }, (_, i) => (i * 47) % count);
  const b = Array.from({ length: count }, (_, i) => (i * 31) % 113);
  const labels = a.map((value, i) => (value + ((i * 89) % 60) > 85 || b[i] < 20 ? 1 : -1));
  const table = { a, b, y: labels.map((label) => (label > 0 ? "yes" : "no")) };
  const stumps = {
    rounds: 12,
    learningRate: 1,
    l2: 0,
    minChildWeight: 0,
    maxDepth: 1,
    baseScore: 0,
    splitter: "exact",
  } as const;
  const scoresOf = async (loss: ReturnType<typeof logistic>) => {
    const model = (await boosting({ ...stumps, loss }).fit(table, { target: "y" })) as ClassificationModel;
    return model.predictScore(table);
  };

  it("is Gentle AdaBoost with the exponential loss: means of the labels, by weights e^(-y·F)", async () => {
    const byHand = boostedByHand({ a, b }, labels, stumps.rounds, (y, score) => [y, exp(-y * score)]);
    const scores = await scoresOf(exponential());
    // The score is twice the margin of AdaBoost.
    scores.forEach((score, row) => {
      expect(score / 2).toBeCloseTo(byHand[row], 9);
    });
  });

  it("is LogitBoost with the logistic loss: means of (y - p) / (p(1 - p)), by weights p(1 - p)", async () => {
    const byHand = boostedByHand({ a, b }, labels, stumps.rounds, (y, score) => {
      const p = 1 / (1 + exp(-score));
      return [((y > 0 ? 1 : 0) - p) / (p * (1 - p)), p * (1 - p)];
    });
    const scores = await scoresOf(logistic());
    scores.forEach((score, row) => {
      expect(score).toBeCloseTo(byHand[row], 9);
    });
  });
});
