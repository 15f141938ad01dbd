import { boosting, exp, type Loss, log, type Target } from "@cambium/core";
import { describe, expect, it, test } from "vitest";
import { absoluteError, poisson } from "../src/index.ts";
import { lossesOfOneScore } from "./support/losses-of-one-score.ts";

const x = Float64Array.from({ length: 40 }, (_, row) => (row * 17) % 41);
const offset = Float64Array.from(x, (_, row) => ((row * 7) % 11) / 8 - 0.5);
const weight = Float64Array.from(x, (_, row) => 1 + (row % 3));
// Numbers that any regression takes, also one of shares, and two classes.
const regression = Float64Array.from(x, (_, row) => 0.1 + ((row * 13) % 37) / 50);
const classes = Array.from(x, (_, row) => ((row * 13) % 37 > 15 ? "b" : "a"));
const targets: Readonly<Record<Target["task"], Target>> = {
  regression: { task: "regression", name: "y", values: regression, weights: weight },
  classification: {
    ...{ task: "classification", name: "y", classes: ["a", "b"], weights: weight },
    codes: Int32Array.from(classes, (label) => (label === "b" ? 1 : 0)),
  },
};

function lossAt(loss: Loss, constant: number): number {
  const target = targets[loss.task];
  return weight.reduce((sum, w, row) => sum + w * loss.value(target as never, row, constant + offset[row]), 0);
}

describe.each(lossesOfOneScore)("%s with an offset", (_name, make) => {
  const loss = make();
  const table = { x, offset, weight, y: loss.task === "regression" ? regression : classes };
  const run = { target: "y", offset: "offset", weight: "weight" };
  const learner = boosting({ loss, rounds: 3, maxDepth: 2 });

  it("begins at a constant that no step to either side makes better", async () => {
    const [constant] = (await learner.fit(table, run)).ensemble.initialScore;
    const best = lossAt(loss, constant);
    for (const step of [1e-3, 1e-2, 0.05]) {
      expect(lossAt(loss, constant - step)).toBeGreaterThanOrEqual(best - 1e-9);
      expect(lossAt(loss, constant + step)).toBeGreaterThanOrEqual(best - 1e-9);
    }
  });

  it("has the same bytes for any order of the rows", async () => {
    const backwards = Object.fromEntries(
      Object.entries(table).map(([name, column]) => [name, column.slice().reverse()]),
    );
    expect((await learner.fit(backwards, run)).toBytes()).toEqual((await learner.fit(table, run)).toBytes());
  });
});

test("the absolute error begins at the very median of what the offsets leave, the lower of two", async () => {
  const y = [1.1, 2.7, 0.3, 9.9];
  const off = [0.7, 0.1, 0.2, 0.3];
  const table = { x: y, y, off };
  const { ensemble } = await boosting({ loss: absoluteError(), rounds: 1 }).fit(table, { target: "y", offset: "off" });
  const left = y.map((value, row) => value - off[row]).sort((one, other) => one - other);
  expect(ensemble.initialScore[0]).toBe(left[1]);
});

test("poisson begins at the log of the counts over the exposures", async () => {
  const exposures = Array.from(x, (_, row) => [1, 0.25, 3, 0.5][row % 4]);
  const counts = exposures.map((exposure, row) => Math.round(5 * exposure + (row % 3)));
  const table = { x, y: counts, logExposure: exposures.map(log) };
  const loss = poisson();
  const model = await boosting({ loss, rounds: 20 }).fit(table, { target: "y", offset: "logExposure" });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  expect(model.ensemble.initialScore[0]).toBeCloseTo(log(sum(counts) / sum(exposures)), 13);
  // Twice the exposure, twice the count.
  const once = model.predict(table) as Float64Array;
  const twice = model.predict({
    ...table,
    logExposure: exposures.map((exposure) => log(2 * exposure)),
  }) as Float64Array;
  for (const [row, count] of once.entries()) expect(twice[row] / count).toBeCloseTo(2, 12);
});

test("poisson begins where it should though offsets lie so far apart that e^s has no end between them", async () => {
  const far = Float64Array.of(-900, 0, 0, 500, 900);
  const y = [0, 2, 4, 0, 6];
  const { ensemble } = await boosting({ loss: poisson(), rounds: 1, minGain: 1e9 }).fit(
    { x: [1, 2, 3, 4, 5], y, far },
    { target: "y", offset: "far" },
  );
  const [constant] = ensemble.initialScore;
  expect(constant).toBeCloseTo(log(12) - 900, 9);
  expect(exp(constant + 900)).toBeCloseTo(12, 8);
});
