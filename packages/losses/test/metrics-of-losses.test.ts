import { applyLink, type Loss, metrics, type NumberMetricFunction } from "@cambium/core";
import { expect, test } from "vitest";
import { builtInLosses } from "../src/built-in-losses.ts";
import { crossEntropy, expectile, fair, huber, pseudoHuber, quantile } from "../src/index.ts";

/** A loss and the metric of its name, both with the same parameter. */
const pairs: Readonly<Record<string, readonly [loss: Loss<"regression">, metric: NumberMetricFunction]>> = {
  crossEntropy: [crossEntropy(), metrics.crossEntropy],
  expectile: [expectile({ level: 0.2 }), metrics.expectile({ level: 0.2 })],
  fair: [fair({ scale: 2 }), metrics.fair({ scale: 2 })],
  huber: [huber({ delta: 1.5 }), metrics.huber({ delta: 1.5 })],
  pseudoHuber: [pseudoHuber({ delta: 1.5 }), metrics.pseudoHuber({ delta: 1.5 })],
  quantile: [quantile({ level: 0.9 }), metrics.quantile({ level: 0.9 })],
};

test("the losses with the name of a metric are those below", () => {
  const shared = Object.keys(builtInLosses).filter((name) => Object.hasOwn(metrics, name));
  expect(shared.sort()).toEqual(Object.keys(pairs));
});

test.each(Object.entries(pairs))(
  "the metric %s is the weighted mean of the loss of its name",
  (_name, [loss, metric]) => {
    const values = Float64Array.of(0.1, 0.9, 0.5, 0.25, 1, 0);
    const weights = Float64Array.of(1, 2, 1, 3, 0.5, 1);
    const scores = Float64Array.of(-2, 3, 0.5, 0.25, 0.75, -0.5);
    const target = { task: "regression", name: "y", values, weights } as const;
    const predicted = scores.map((score) => applyLink(loss.link, score));
    let sum = 0;
    for (let row = 0; row < values.length; row++) sum += weights[row] * loss.value(target, row, scores[row]);
    expect(metric(values, predicted, weights)).toBeCloseTo(sum / 8.5, 13);
  },
);
