import { describe, expect, it } from "vitest";
import {
  c45,
  cart,
  costComplexity,
  leafCount,
  type Model,
  type PruningRule,
  type PruningStep,
  toTable,
} from "../../src/index.ts";
import { selectRows } from "../../src/table/select-rows.ts";
import { Purpose, shuffleInTurns } from "../../src/util/random.ts";
import { atOnce } from "../../src/util/turns.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

function noisyTable(rows: number, seed: number) {
  const random = randomNumbers(seed);
  const a = Array.from({ length: rows }, () => Math.round(8 * random()));
  const b = Array.from({ length: rows }, () => (random() < 0.1 ? null : roughlyNormal(random)));
  const c = Array.from({ length: rows }, () => "pqr"[Math.floor(3 * random())]);
  const y = a.map((x, row) => x + (c[row] === "p" ? 4 : 0) + 2 * roughlyNormal(random));
  return { a, b, c, y, label: y.map((value) => (value > 7 ? "high" : value > 4 ? "middle" : "low")) };
}

const features = ["a", "b", "c"];

/** Each row's error: 0 or 1 for classes, the squared difference for numbers. */
function errorsOf(model: Model, table: ReturnType<typeof toTable>, target: string): number[] {
  const actual = table.column(target);
  return Array.from(model.predict(table), (predicted, row) =>
    typeof predicted === "number" ? (predicted - Number(actual[row])) ** 2 : Number(predicted !== actual[row]),
  );
}

/** Weighted mean, and the root of Σ w²(e - mean)² over Σ w: without weights s/√n with s² = Σ(e - mean)²/n. */
function textbookEstimate(errors: readonly number[], weights: readonly number[]) {
  const total = weights.reduce((sum, w) => sum + w, 0);
  const mean = errors.reduce((sum, e, i) => sum + weights[i] * e, 0) / total;
  const squares = errors.reduce((sum, e, i) => sum + (weights[i] * (e - mean)) ** 2, 0);
  return { error: mean, standardError: Math.sqrt(squares) / total };
}

function expectEstimate(step: PruningStep, expected: { error: number; standardError: number }): void {
  expect(step.validationError).toBeCloseTo(expected.error, 9);
  expect(step.standardError).toBeCloseTo(expected.standardError, 6);
}

/** The step that a rule takes, by its definition. */
function chosenStep(path: readonly PruningStep[], rule: PruningRule): PruningStep {
  const least = Math.min(...path.map((step) => step.validationError as number));
  const best = path.filter((step) => step.validationError === least).at(-1) as PruningStep;
  if (rule === "min") return best;
  const limit = least + (best.standardError as number);
  return path.filter((step) => (step.validationError as number) <= limit).at(-1) as PruningStep;
}

describe.each(["y", "label"])("costComplexity by a validation set (target %s)", (target) => {
  it.each<PruningRule>(["min", "1se"])(
    "estimates each step's error as a direct computation does, and follows rule %s",
    async (rule) => {
      const train = noisyTable(150, 1);
      const validation = noisyTable(80, 2);
      const model = await cart({ prune: costComplexity({ by: "validation", rule }) }).fit(train, {
        target,
        features,
        validation,
      });
      const table = toTable(validation);
      for (const step of model.pruningPath) {
        const pruned = await cart({ prune: costComplexity({ alpha: step.alpha }) }).fit(train, { target, features });
        expect(leafCount(pruned.ensemble.trees[0])).toBe(step.leaves);
        const errors = errorsOf(pruned, table, target);
        expectEstimate(
          step,
          textbookEstimate(
            errors,
            errors.map(() => 1),
          ),
        );
      }
      expect(leafCount(model.ensemble.trees[0])).toBe(chosenStep(model.pruningPath, rule).leaves);
      expect(model.pruningPath.length).toBeGreaterThan(10);
    },
  );
});

describe.each(["y", "label"])("costComplexity by cross-validation (target %s)", (target) => {
  it.each<[PruningRule, boolean]>([
    ["min", false],
    ["1se", true],
  ])(
    "prunes each fold's tree between two α's, as a direct computation does (rule %s, weighted: %s)",
    async (rule, weighted) => {
      const rowCount = 120;
      const table = toTable(noisyTable(rowCount, 3));
      const weight = Array.from({ length: rowCount }, (_, row) => (weighted ? 1 + (row % 4) : 1));
      const [folds, seed] = [4, 7];
      const model = await cart({ prune: costComplexity({ folds, rule, seed }) }).fit(table, {
        target,
        features,
        weight,
      });
      const place = new Uint32Array(rowCount);
      for (const [at, row] of atOnce(shuffleInTurns(rowCount, seed, Purpose.Folds)).entries()) place[row] = at;
      const alphas = model.pruningPath.map(({ alpha }) => alpha);
      for (const step of [0, 1, Math.floor(alphas.length / 2), alphas.length - 2, alphas.length - 1]) {
        const alpha = step === alphas.length - 1 ? Infinity : Math.sqrt(alphas[step] * alphas[step + 1]);
        const errors: number[] = [];
        const weights: number[] = [];
        for (let fold = 0; fold < folds; fold++) {
          const kept = Uint32Array.from(place.keys()).filter((row) => place[row] % folds !== fold);
          const heldOut = Uint32Array.from(place.keys()).filter((row) => place[row] % folds === fold);
          const learner = cart({ prune: costComplexity({ alpha }) });
          const grown = await learner.fit(selectRows(table, kept), {
            target,
            features,
            weight: Array.from(kept, (row) => weight[row]),
          });
          errors.push(...errorsOf(grown, selectRows(table, heldOut), target));
          weights.push(...Array.from(heldOut, (row) => weight[row]));
        }
        expectEstimate(model.pruningPath[step], textbookEstimate(errors, weights));
      }
      expect(leafCount(model.ensemble.trees[0])).toBe(chosenStep(model.pruningPath, rule).leaves);
    },
  );

  it("estimates a tree that shares rows by what it predicts of them", async () => {
    const gappy = (seed: number) => {
      const table = noisyTable(160, seed);
      return { ...table, c: table.c.map((value, row) => (row % 4 === 0 ? null : value)) };
    };
    const [train, held] = [gappy(31), gappy(32)];
    const run = { target: "label", features };
    const learner = c45({ prune: costComplexity({ by: "validation" }) });
    const model = await learner.fit(train, { ...run, validation: held });
    expect(model.ensemble.trees[0].sharesRows).toBe(true);
    expect(model.pruningPath.length).toBeGreaterThan(5);
    for (const step of model.pruningPath) {
      const pruned = await c45({ prune: costComplexity({ alpha: step.alpha }) }).fit(train, run);
      expect(leafCount(pruned.ensemble.trees[0])).toBe(step.leaves);
      const wrong = [...pruned.predict(held)].filter((label, row) => label !== held.label[row]).length;
      expect(step.validationError).toBeCloseTo(wrong / 160, 12);
    }
  });

  it("gives the same model for the same seed, and other folds for another", async () => {
    const withSeed = (seed: number) =>
      cart({ prune: costComplexity({ folds: 5, seed }) }).fit(noisyTable(100, 4), { target, features });
    expect((await withSeed(1)).toBytes()).toEqual((await withSeed(1)).toBytes());
    expect((await withSeed(1)).pruningPath).not.toEqual((await withSeed(2)).pruningPath);
  });
});

describe("costComplexity by errors", () => {
  const cost = { low: { middle: 1, high: 6 }, middle: { low: 2, high: 1 }, high: { low: 3, middle: 5 } };
  const costOf = (actual: unknown, decision: unknown) =>
    actual === decision ? 0 : (cost as Record<string, Record<string, number>>)[String(actual)][String(decision)];

  it("tells what the training rows cost by each tree's decisions, whatever weights the tree was grown on", async () => {
    const table = toTable(noisyTable(150, 5));
    const actual = table.column("label");
    const fitAt = (prune: ReturnType<typeof costComplexity>) =>
      cart({ cost, minRowsLeaf: 5, prune }).fit(table, { target: "label", features });
    const { pruningPath } = await fitAt(costComplexity({ folds: 4, measure: "error" }));
    expect(pruningPath.length).toBeGreaterThan(4);
    for (const { alpha, leaves, trainingError } of pruningPath) {
      const model = await fitAt(costComplexity({ alpha, measure: "error" }));
      const decisions = model.predict(table) as readonly unknown[];
      const total = decisions.reduce<number>((sum, decision, row) => sum + costOf(actual[row], decision), 0);
      expect(leafCount(model.ensemble.trees[0])).toBe(leaves);
      expect(trainingError).toBeCloseTo(total / 150, 9);
    }
  });
});

describe("costComplexity", () => {
  const table = { x: [1, 2, 3], y: [1, 2, 3] };
  const byValidation = cart({ prune: costComplexity({ by: "validation" }) });

  it("counts a class that training never saw as an error, and takes the smaller of two equals", async () => {
    const model = await byValidation.fit(
      { x: [1, 2], y: ["a", "b"] },
      { target: "y", validation: { x: [1, 2], y: ["a", "new"] } },
    );
    expect(model.pruningPath.map(({ validationError }) => validationError)).toEqual([0.5, 0.5]);
    // Of equal errors the smallest tree is taken.
    expect(leafCount(model.ensemble.trees[0])).toBe(1);
  });

  it.each<[string, () => unknown, string]>([
    [
      "no option",
      () => costComplexity({} as never),
      "bad-option | cambium: costComplexity: expected one of alpha, folds and by, got 0 of them",
    ],
    [
      "no options",
      () => costComplexity(undefined as never),
      "bad-option | cambium: costComplexity: expected an object of options, got undefined",
    ],
    [
      "two ways to choose",
      () => costComplexity({ alpha: 1, folds: 5 } as never),
      "bad-option | cambium: costComplexity: expected one of alpha, folds and by, got 2 of them",
    ],
    [
      "a rule without a choice",
      () => costComplexity({ alpha: 1, rule: "1se" } as never),
      "bad-option | cambium: costComplexity: rule has no use beside alpha; leave it out",
    ],
    [
      "a seed without folds",
      () => costComplexity({ by: "validation", seed: 1 } as never),
      "bad-option | cambium: costComplexity: seed has no use beside by; leave it out",
    ],
    [
      "a negative α",
      () => costComplexity({ alpha: -1 }),
      "bad-option | cambium: costComplexity: alpha expects a number >= 0, got -1",
    ],
    [
      "an α that is no number",
      () => costComplexity({ alpha: Number.NaN }),
      "bad-option | cambium: costComplexity: alpha expects a number >= 0, got NaN",
    ],
    [
      "a single fold",
      () => costComplexity({ folds: 1 }),
      "bad-option | cambium: costComplexity: folds expects a whole number >= 2, got 1",
    ],
    [
      "an unknown rule",
      () => costComplexity({ folds: 5, rule: "2se" as never }),
      'bad-option | cambium: costComplexity: rule expects "min" or "1se", got "2se"',
    ],
    [
      "an unknown option",
      () => costComplexity({ alpa: 1 } as never),
      'unknown-option | cambium: costComplexity has no option "alpa"; did you mean "alpha"? it takes "alpha", "folds", "by", "rule", "seed", "measure"',
    ],
    [
      "more folds than rows",
      () => cart({ prune: costComplexity({ folds: 4 }) }).fit(table, { target: "y" }),
      "bad-option | cambium: costComplexity: 4 folds need as many rows, got 3",
    ],
    [
      "no validation set",
      () => byValidation.fit(table, { target: "y" }),
      "bad-option | cambium: cart: prune chooses by a validation set, but fit was given none; pass fit(…, { validation })",
    ],
    [
      "an empty validation set",
      () => byValidation.fit(table, { target: "y", validation: { x: [], y: [] } }),
      "bad-table | cambium: validation: the table has no rows; expected at least one",
    ],
    [
      "a validation set without the target",
      () => byValidation.fit(table, { target: "y", validation: { x: [1], z: [1] } }),
      'unknown-column | cambium: validation: the table has no column "y"; there are "x", "z"',
    ],
    [
      "a validation set without a feature",
      () => byValidation.fit(table, { target: "y", validation: { z: [1], y: [1] } }),
      'unknown-column | cambium: validation: the model was trained with a column "x", which the table lacks; there are "z", "y"',
    ],
  ])("refuses %s", async (_name, run, message) => {
    expect(await failureOf(run)).toBe(message);
  });
});
