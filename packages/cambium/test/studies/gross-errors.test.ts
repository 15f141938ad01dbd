import { beforeAll, describe, expect, test } from "vitest";
import {
  absoluteError,
  boosting,
  evaluate,
  huber,
  type Loss,
  type RegressionMetrics,
  squaredError,
} from "../../src/index.ts";
import { mean, number, standardErrors } from "./support/figures.ts";
import { pageRows } from "./support/study-page.ts";
import { friedman } from "./tables/friedman.ts";
import { rowsOf } from "./tables/made-table.ts";
import { type Draws, normal, slash } from "./tables/random-draws.ts";

/*
 * Friedman, Greedy function approximation (2001), section 6.2, compares three losses by how much worse each is than the best
 * of the three, with normal errors and with such as have no mean. Here the target is his function #1.
 */
const TRAIN_ROWS = 500;
const ROWS = 1500;
const SEEDS = 10;

const noises: Readonly<Record<string, (next: Draws) => number>> = {
  "normal errors": normal,
  "one in ten gross": (next) => normal(next) + (next() < 0.1 ? 50 * normal(next) : 0),
  "slash errors": slash,
};

const losses: Readonly<Record<string, Loss<"regression">>> = {
  squaredError: squaredError(),
  huber: huber(),
  absoluteError: absoluteError(),
};

/** What a loss comes to under a noise: the mean absolute error beside the function itself, by seed. */
const errors = new Map<string, number[]>();
const nameOf = (noise: string, loss: string) => `${noise}, ${loss}`;

beforeAll(async () => {
  for (const [noiseName, noise] of Object.entries(noises)) {
    for (const [lossName, loss] of Object.entries(losses)) {
      const found: number[] = [];
      for (let seed = 0; seed < SEEDS; seed++) found.push(await cleanError(loss, noise, seed));
      errors.set(nameOf(noiseName, lossName), found);
    }
  }
}, 240_000);

async function cleanError(loss: Loss<"regression">, noise: (next: Draws) => number, seed: number): Promise<number> {
  const table = friedman(1, { rows: ROWS, seed, noise });
  const learner = boosting({ loss, order: 1, rounds: 100, maxLeaves: 6, minRowsLeaf: 5, columnSample: { node: 1 } });
  const model = await learner.fit(rowsOf(table, 0, TRAIN_ROWS), { target: "y" });
  const clean = { ...rowsOf(table, TRAIN_ROWS, ROWS), y: table.clean.slice(TRAIN_ROWS) };
  return (evaluate(model, clean) as RegressionMetrics).mae;
}

const errorsOf = (noise: string, loss: string) => errors.get(nameOf(noise, loss)) as number[];

/** By how much a loss was worse than the best of the three, on the mean over seeds, in percent. */
function worseThanBest(noise: string, loss: string): number {
  const shares = errorsOf(noise, loss).map(
    (error, seed) => error / Math.min(...Object.keys(losses).map((other) => errorsOf(noise, other)[seed])),
  );
  return 100 * (mean(shares) - 1);
}

describe("the page tells what is found of", () => {
  const rows = pageRows("Losses and gross errors");

  test("all noises and losses", () => {
    const names = Object.keys(noises).flatMap((noise) => Object.keys(losses).map((loss) => nameOf(noise, loss)));
    expect(rows.map(({ noise, loss }) => nameOf(noise, loss.replaceAll("`", "")))).toEqual(names);
  });

  test.each(rows)("$noise, $loss", ({ noise, loss, "mean absolute error": error, "worse than the best": worse }) => {
    const name = loss.replaceAll("`", "");
    expect({ error, worse }).toEqual({
      error: number(mean(errorsOf(noise, name)), 2),
      worse: `${number(worseThanBest(noise, name), 1)} %`,
    });
  });
});

test.each([
  ["squaredError", "huber"],
  ["huber", "absoluteError"],
])(
  "with normal errors %s is better than %s, by more than chance explains once in two hundred times",
  (better, worse) => {
    const noise = "normal errors";
    expect(standardErrors(errorsOf(noise, worse), errorsOf(noise, better))).toBeGreaterThan(3.25);
  },
);

test.each(
  ["one in ten gross", "slash errors"].flatMap((noise) => ["huber", "absoluteError"].map((loss) => [noise, loss])),
)("with %s, %s is better than squaredError on the rows of every seed, by half and more", (noise, loss) => {
  for (const [seed, error] of errorsOf(noise, "squaredError").entries())
    expect(errorsOf(noise, loss)[seed]).toBeLessThan(error / 2);
});
