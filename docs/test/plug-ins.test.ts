import { assertPassed, checkCriterion, checkLoss, checkPruning } from "@cambium/testing";
import { boosting, cart, type Model } from "cambium";
import { compile } from "vega-lite";
import { describe, expect, test } from "vitest";
import { negativeBinomial } from "../examples/cambium-loss-negative-binomial/index.ts";
import { gainPlot } from "../examples/gain-plot.ts";
import { minHeldOutRows } from "../examples/min-held-out-rows.ts";
import { minSideShare } from "../examples/min-side-share.ts";
import { nats } from "../examples/nats.ts";

describe("what the recipes show keeps the laws of its seam", () => {
  test("the loss", async () => assertPassed(await checkLoss(negativeBinomial())));
  test("the criterion", async () => assertPassed(await checkCriterion(nats())));
  test("the rule before a split", async () => assertPassed(await checkPruning(minSideShare(0.05))));
  test("the pruning after growth", async () => assertPassed(await checkPruning(minHeldOutRows(3))));
});

describe("the plot of the recipe", () => {
  const table = {
    length: [1, 2, 3, 4, 5, 6],
    colour: ["red", "red", "blue", "blue", "red", "blue"],
    price: [1, 2, 3, 9, 8, 7],
  };

  async function models(): Promise<Model[]> {
    return [
      await cart().fit(table, { target: "price" }),
      await cart().fit(table, { target: "colour" }),
      await boosting({ rounds: 3 }).fit(table, { target: "price" }),
    ];
  }

  test("is a specification that Vega-Lite compiles without a warning", async () => {
    for (const model of await models()) {
      for (const theme of ["light", "dark"] as const) {
        const { logger, warnings } = keepingLogger();
        compile(gainPlot(model, { theme }), { logger });
        expect(warnings).toEqual([]);
      }
    }
  });

  test("shows the gains of all splits, the largest first", async () => {
    for (const model of await models()) {
      const shown = gainPlot(model).data.values.map(({ gain }) => gain);
      const all = model.ensemble.trees.flatMap((tree) => [...tree.gain]);
      expect(shown).toEqual([...shown].sort((a, b) => b - a));
      expect(sum(shown)).toBeCloseTo(sum(all), 10);
    }
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A logger of Vega's kind that keeps what it is warned of. */
function keepingLogger() {
  const warnings: unknown[] = [];
  const keep = (...words: readonly unknown[]) => {
    warnings.push(words);
    return logger;
  };
  const logger = { level: () => logger, error: keep, warn: keep, info: () => logger, debug: () => logger };
  return { warnings, logger: logger as NonNullable<NonNullable<Parameters<typeof compile>[1]>["logger"]> };
}
