import type { Loss } from "@cambium/core";
import { defineLoss } from "@cambium/losses";
import { describe, expect, test } from "vitest";
import { assertPassed, checkLoss } from "../../src/index.ts";

const defined: Readonly<Record<string, Loss>> = {
  "squared error": defineLoss({ value: "(s - y)^2 / 2" }),
  "squared error, thrice": defineLoss({ value: "3 * (s - y)^2" }),
  logistic: defineLoss({ value: "log(1 + exp(s)) - y * s", task: "classification" }),
  "logistic of -1 and 1": defineLoss({ value: "log(1 + exp(-y * s))", task: "classification", labels: [-1, 1] }),
  "absolute error": defineLoss({ value: "abs(s - y)", hessian: "1" }),
  pinball: defineLoss({
    value: "where(y > s, level * (y - s), (1 - level) * (s - y))",
    hessian: "1",
    parameters: { level: 0.9 },
  }),
  Huber: defineLoss({
    value: "where(abs(s - y) <= delta, (s - y)^2 / 2, delta * (abs(s - y) - delta / 2))",
    hessian: "1",
    parameters: { delta: 1.3 },
  }),
  "pseudo-Huber": defineLoss({ value: "d^2 * (sqrt(1 + ((s - y) / d)^2) - 1)", parameters: { d: 2 } }),
  Poisson: defineLoss({ value: "exp(s) - y * s", link: "exp", target: "y >= 0" }),
  "log cosh": defineLoss({ value: "abs(s - y) + log(1 + exp(-2 * abs(s - y)))" }),
};

describe("a loss of an expression keeps the laws", () => {
  test.each(Object.entries(defined))("%s", async (_, loss) => {
    assertPassed(await checkLoss(loss));
  });
});

test("a loss that bends down is told", async () => {
  const report = await checkLoss(defineLoss({ value: "log(1 + (s - y)^2)", initialScore: "mean" }));
  expect(report.passed).toBe(false);
  expect(report.results.find(({ law }) => law === "the hessian is the slope of the gradient")?.failure).toBeTruthy();
});
