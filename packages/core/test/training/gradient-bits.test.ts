import { describe, expect, it } from "vitest";
import { boosting, createDataset, evaluate } from "../../src/index.ts";
import type { GradientBits } from "../../src/splitter/splitter.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

/** Columns of few values, so that cutting them costs little, and a target. */
interface Given {
  readonly columns: readonly Float64Array[];
  readonly y: Float64Array;
  readonly weights: Float64Array | null;
}

function columnsOf(rows: number, random: () => number): { columns: Float64Array[]; signal: Float64Array } {
  const columns = [24, 12, 6].map((levels) => Float64Array.from({ length: rows }, () => Math.floor(random() * levels)));
  const signal = columns[0].map(
    (a, row) => a / 12 + (columns[1][row] > 7 ? 1 : 0) - (a > 15 ? columns[2][row] / 4 : 0),
  );
  return { columns, signal };
}

/** So many of the rows are of the second class: those with most signal and noise. */
function rare(rows: number, rate: number): Given {
  const random = randomNumbers(11);
  const { columns, signal } = columnsOf(rows, random);
  const score = signal.map((s) => s + random() + random() + random());
  const least = score.slice().sort()[Math.round(rows * (1 - rate))];
  return { columns, y: score.map((s) => (s >= least ? 1 : 0)), weights: null };
}

function numbers(rows: number, make: (signal: number, noise: number, row: number) => number): Given {
  const random = randomNumbers(12);
  const { columns, signal } = columnsOf(rows, random);
  return { columns, y: signal.map((s, row) => make(s, roughlyNormal(random), row)), weights: null };
}

/** Some rows of one region weigh 10^5, all others about 1: what is learned of those lies far beneath the heaviest gradient. */
function unequal(rows: number): Given {
  const random = randomNumbers(13);
  const given = numbers(rows, (signal, noise) => 3 * signal + noise);
  const isHeavy = (row: number) => given.columns[2][row] === 0 && random() < 0.2;
  return { ...given, weights: given.y.map((_, row) => (isHeavy(row) ? 1e5 * random() : 1 + random())) };
}

const cases: readonly [string, () => Given, Settings][] = [
  ["a base rate of 10^-2", () => rare(10_000, 1e-2), { figure: "logLoss" }],
  ["a base rate of 10^-3", () => rare(30_000, 1e-3), { figure: "logLoss" }],
  ["a base rate of 10^-4", () => rare(60_000, 1e-4), { figure: "logLoss", rounds: 8 }],
  ["a base rate of 10^-5", () => rare(300_000, 1e-5), { figure: "logLoss", rounds: 4 }],
  [
    "a lognormal target of deviation 3",
    () => numbers(6000, (signal, noise) => Math.exp(3 * noise + signal)),
    { figure: "rmse" },
  ],
  ["weights from 1 to 10^5", () => unequal(6000), { figure: "rmse" }],
  [
    "one target of 10^6",
    () => numbers(6000, (signal, noise, row) => (row === 5 ? 1e6 : signal + noise)),
    { figure: "rmse" },
  ],
];

describe("gradientBits", () => {
  it.each(cases)("auto predicts as well as wide does: %s", { timeout: 120_000 }, async (_name, make, settings) => {
    expect(await costOf("auto", make(), settings)).toBeLessThanOrEqual(1);
  });

  it("16 does not, where a few rows outweigh all others, so that auto has something to choose", async () => {
    expect(await costOf(16, unequal(6000), { figure: "rmse" })).toBeGreaterThan(2);
  });
});

interface Settings {
  readonly figure: "logLoss" | "rmse";
  readonly rounds?: number;
}

/** What the bits cost beside wide ones, over ten splits into training and test, in standard errors of the mean of the wide losses. */
async function costOf(bits: GradientBits, given: Given, settings: Settings): Promise<number> {
  const wide: number[] = [];
  const apart: number[] = [];
  for (let seed = 0; seed < 10; seed++) {
    const [loss, other] = await lossesOf(given, settings, seed, ["wide", bits]);
    wide.push(loss);
    apart.push(other - loss);
  }
  return mean(apart) / (deviation(wide) / Math.sqrt(wide.length));
}

/** On a third of the rows, where all count alike, whatever they weigh: what is lost of light ones shows. */
async function lossesOf(given: Given, { figure, rounds = 10 }: Settings, seed: number, bits: readonly GradientBits[]) {
  const random = randomNumbers(100 + seed);
  // A third of all rows, and of the second class, of which there may be only three.
  let ones = seed;
  const isTest = given.y.map((y) => Number(figure === "logLoss" && y === 1 ? ones++ % 3 === 0 : random() < 1 / 3));
  const part = (values: Float64Array, test: 0 | 1) => values.filter((_, row) => isTest[row] === test);
  const table = (test: 0 | 1) => {
    const [a, b, c] = given.columns.map((column) => part(column, test));
    return { a, b, c, y: part(given.y, test) };
  };
  const weight = given.weights && part(given.weights, 0);
  const task = figure === "logLoss" ? "classification" : "regression";
  const dataset = await createDataset(table(0), { target: "y", task, ...(weight && { weight }) });
  const losses: number[] = [];
  for (const gradientBits of bits) {
    const learner = boosting({ rounds, learningRate: 0.3, maxDepth: 5, splitter: "histogram", gradientBits });
    const found = evaluate(await learner.fit(dataset, { threads: 1 }), table(1));
    losses.push(Number((found as unknown as Record<string, number>)[figure]));
  }
  return losses;
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
const deviation = (numbers: readonly number[]) =>
  Math.sqrt(numbers.reduce((sum, x) => sum + (x - mean(numbers)) ** 2, 0) / (numbers.length - 1));
