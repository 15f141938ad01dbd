import { boosting, logistic } from "@cambium/core";
import { describe, expect, it } from "vitest";
import { oneVsAll, softmax } from "../src/index.ts";

const CLASSES = ["a", "b", "c"];
const places = Array.from({ length: 400 }, (_, row) => row);
const x = places.map((row) => (row * 17) % 101);
const y = places.map((row) => CLASSES[Math.floor((x[row] / 101) * 2.4 + ((row * 13) % 37) / 60)]);
const weight = places.map((row) => 1 + (row % 3));
const offsets: Record<string, readonly number[]> = {
  forA: places.map((row) => ((row * 7) % 11) / 8 - 0.5),
  forB: places.map((row) => ((row * 5) % 13) / 4 - 1),
  forC: places.map((row) => (row % 2 === 0 ? 2 : -1)),
};
const names = Object.keys(offsets);
const table = { x, y, weight, ...offsets };
const run = { target: "y", weight: "weight", features: ["x"] };

describe("one against all with an offset for each class", () => {
  it.each(["exact", "histogram"] as const)(
    "is a logistic boosting of each class, with its offset: %s",
    async (splitter) => {
      const options = { rounds: 5, maxDepth: 3, splitter } as const;
      const all = await boosting({ ...options, loss: oneVsAll() }).fit(table, { ...run, offset: names });
      for (const [code, label] of CLASSES.entries()) {
        const own = { ...table, y: y.map((of) => (of === label ? "yes" : "no")) };
        const [start] = (await boosting({ ...options, loss: logistic() }).fit(own, { ...run, offset: names[code] }))
          .ensemble.initialScore;
        expect(all.ensemble.initialScore[code]).toBeCloseTo(start, 9);
        // From the same start on, the same trees.
        const loss = { ...logistic(), startsAtBest: false, initialScore: () => all.ensemble.initialScore[code] };
        const one = await boosting({ ...options, loss }).fit(own, { ...run, offset: names[code] });
        expect(all.ensemble.trees.filter((_, index) => index % 3 === code)).toEqual(one.ensemble.trees);
        const scores = one.predictScore(table);
        expect(all.predictScore(table).filter((_, at) => at % 3 === code)).toEqual(scores);
      }
    },
  );
});

describe.each([softmax({ hessianFactor: 1 }), softmax(), oneVsAll()])("$spec with an offset for each class", (loss) => {
  it("begins at constants that no step to any side makes better", async () => {
    const { ensemble } = await boosting({ loss, rounds: 1 }).fit(table, { ...run, offset: names });
    const target = {
      ...({ task: "classification", name: "y", classes: CLASSES } as const),
      ...{ codes: Int32Array.from(y, (label) => CLASSES.indexOf(label)), weights: Float64Array.from(weight) },
    };
    const lossAt = (constants: Float64Array) =>
      places.reduce((sum, row) => {
        const scores = constants.map((constant, code) => constant + offsets[names[code]][row]);
        return sum + weight[row] * loss.value(target, row, scores);
      }, 0);
    const best = lossAt(ensemble.initialScore);
    for (const step of [-0.05, -1e-2, -1e-3, 1e-3, 1e-2, 0.05]) {
      for (const code of CLASSES.keys()) {
        const moved = ensemble.initialScore.map((constant, other) => constant + (other === code ? step : 0));
        expect(lossAt(moved)).toBeGreaterThanOrEqual(best - 1e-9);
      }
    }
  });

  it("has the same bytes for any order of the rows", async () => {
    const learner = boosting({ loss, rounds: 3 });
    const backwards = Object.fromEntries(
      Object.entries(table).map(([name, column]) => [name, column.slice().reverse()]),
    );
    const bytes = (await learner.fit(table, { ...run, offset: names })).toBytes();
    expect((await learner.fit(backwards, { ...run, offset: names })).toBytes()).toEqual(bytes);
  });
});
