import { describe, expect, test } from "vitest";
import {
  adaBoost,
  bagging,
  cart,
  type ErrorShape,
  evaluate,
  evaluateOutOfBag,
  extraTrees,
  type Learner,
  type Model,
  randomForest,
} from "../../src/index.ts";
import { randomBits } from "../../src/util/random.ts";
import { type DataCase, peerCases } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";

interface SpreadCase extends DataCase {
  readonly learner: string;
  readonly testRows: { readonly every: number; readonly from: number };
  readonly seeds: readonly number[];
  readonly scores: Readonly<Record<string, readonly number[]>>;
}

/** What the peer calls by these names, with the peer's defaults. */
const learners: Readonly<Record<string, (seed: number) => Learner<Model, object>>> = {
  "random-forest": (seed) => randomForest({ seed }),
  "random-forest-third": (seed) => randomForest({ seed, columnSample: { node: 1 / 3 } }),
  "extra-trees": (seed) => extraTrees({ seed }),
  "extra-trees-bootstrap": (seed) => extraTrees({ seed, bootstrap: true }),
  bagging: (seed) => bagging(cart(), { trees: 100, seed }),
  "adaboost-stumps": () => adaBoost(),
  "adaboost-depth-4": () => adaBoost(cart({ maxDepth: 4 })),
  ...Object.fromEntries(
    (["linear", "square", "exponential"] as const).map((loss: ErrorShape) => [
      `adaboost-${loss}`,
      () => adaBoost({ kind: "r2", loss }),
    ]),
  ),
};

/** Ranger lets its trees vote, and with numbers draws the root of the columns and cuts no node of five rows. */
const ranger: typeof learners = {
  "random-forest classes": (seed) => randomForest({ seed, vote: "majority" }),
  "extra-trees-bootstrap classes": (seed) => extraTrees({ seed, bootstrap: true, vote: "majority" }),
  "extra-trees-bootstrap numbers": (seed) =>
    extraTrees({ seed, bootstrap: true, columnSample: { node: "sqrt" }, minRowsSplit: 6 }),
  "random-forest numbers": (seed) => randomForest({ seed, columnSample: { node: "sqrt" }, minRowsSplit: 6 }),
};

/** Our names of the peer's figures. */
const figures: Readonly<Record<string, readonly ["test" | "outOfBag", string]>> = {
  accuracy: ["test", "accuracy"],
  logLoss: ["test", "logLoss"],
  rSquared: ["test", "r2"],
  rootMeanSquaredError: ["test", "rmse"],
  outOfBagAccuracy: ["outOfBag", "accuracy"],
  outOfBagRSquared: ["outOfBag", "r2"],
};

/**
 * By one part in a hundred (four of the root of mean squares, which a few rows decide), and by half the range for forests, since the peer's least and greatest of ten are themselves
 * draws. By all of it for R2: the peer draws rows by their weights, where Cambium's trees use the weights.
 */
function widened(learner: string, name: string, scores: readonly number[]): readonly [least: number, most: number] {
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const isR2 = ["adaboost-linear", "adaboost-square", "adaboost-exponential"].includes(learner);
  const slack = (isR2 ? 1 : 0.5) * (most - least) + (name === "rootMeanSquaredError" ? 0.04 : 0.01) * mean(scores);
  return [least - slack, most + slack];
}

/** Where there are many rows one forest is like another, and one of them tells as much as ten on few rows. */
function seedsFor(rowCount: number): readonly number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, rowCount > 900 ? 1 : rowCount > 300 ? 3 : 10);
}

describe.each(peerCases<SpreadCase>("seed-spread"))("$peer, $name", (peerCase) => {
  test("has its mean of several seeds in the range of the peer's ten, widened", { timeout: 60_000 }, async () => {
    const { data, learner, scores } = peerCase;
    const rowCount = readDataset(data.set)[data.target].length;
    const seeds = seedsFor(rowCount);
    const found = await Promise.all(seeds.map((seed) => figuresOf(peerCase, seed)));
    for (const [name, theirs] of Object.entries(scores)) {
      const ours = mean(found.map((figures) => figures[name]));
      const [least, most] = widened(learner, name, theirs);
      // A test row of whose class no tree has heard costs 36: whether there is one more of them is a draw of its own.
      const oneRow = name === "logLoss" ? (36 * peerCase.testRows.every) / rowCount : 0;
      expect.soft(ours, name).toBeGreaterThanOrEqual(least - oneRow);
      expect.soft(ours, name).toBeLessThanOrEqual(most + oneRow);
    }
  });
});

async function figuresOf(
  { peer, data, learner, testRows, scores }: SpreadCase,
  seed: number,
): Promise<Record<string, number>> {
  const isClass = "accuracy" in scores;
  const make = peer.startsWith("ranger") ? ranger[`${learner} ${isClass ? "classes" : "numbers"}`] : learners[learner];
  if (make === undefined) throw new Error(`no learner of ours is called ${learner}`);
  const raw = readDataset(data.set);
  const count = raw[data.target].length;
  const rows = Array.from({ length: count }, (_, row) => row);
  const isTest = (row: number) => row % testRows.every === testRows.from;
  const tableOf = (keep: (row: number) => boolean) => {
    const kept = rows.filter(keep);
    const columns = inOrderOf(seed, data.features).map((name) => {
      const column = float32Column(raw[name]);
      return [name, kept.map((row) => column[row])];
    });
    const target = kept.map((row) => (isClass ? raw[data.target][row] : Number(raw[data.target][row])));
    return { ...Object.fromEntries(columns), [data.target]: target };
  };
  const model = await make(seed).fit(
    tableOf((row) => !isTest(row)),
    { target: data.target },
  );
  const found = { test: evaluate(model, tableOf(isTest)), outOfBag: model.outOfBag && evaluateOutOfBag(model) };
  return Object.fromEntries(
    Object.keys(scores).map((name) => {
      const [where, figure] = figures[name];
      return [name, Number((found[where] as unknown as Record<string, number>)[figure])];
    }),
  );
}

/**
 * Another order of the columns for each seed. Of cuts that gain alike the peers take one by chance, and Cambium the lowest
 * feature: on small nodes of data with few distinct values that alone moves a score by more than the peer's range.
 */
function inOrderOf(seed: number, features: readonly string[]): string[] {
  return [...features].sort((a, b) => randomBits(seed, features.indexOf(a)) - randomBits(seed, features.indexOf(b)));
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
