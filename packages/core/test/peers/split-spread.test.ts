import { describe, expect, test } from "vitest";
import { type BoostingOptions, boosting, evaluate, logistic, squaredError } from "../../src/index.ts";
import { type DataCase, peerCases } from "./peer-cases.ts";
import { readDataset } from "./read-dataset.ts";

interface SplitCase extends DataCase {
  readonly options: BoostingOptions;
  readonly seeds: readonly number[];
  readonly scores: Readonly<Record<string, readonly number[]>>;
}

/*
 * One rule for all. The splits are the peer's, so that the differences of each count: a figure differs where their mean is
 * further from 0 than chance explains, by Student's test at a level at which one of all 45 figures would fail in one of a
 * hundred such tables. Small leanings would show in their number: by chance five in a hundred figures are beyond 2.26
 * standard errors, and those of one set lean together.
 */
const MOST_STANDARD_ERRORS = 6.0;
const FEW_STANDARD_ERRORS = 2.26;
const MOST_LEANING = 0.15;

let leaning = 0;
let figureCount = 0;

describe.each(peerCases<SplitCase>("split-spread"))("$peer, $name", (peerCase) => {
  test("predicts as well as the peer on the same ten splits, up to chance", async () => {
    const found: Record<string, number>[] = [];
    for (const seed of peerCase.seeds) found.push(await figuresOf(peerCase, seed));
    for (const [name, theirs] of Object.entries(peerCase.scores)) {
      const ours = found.map((figures) => figures[name]);
      const errors = standardErrors(ours.map((figure, i) => figure - theirs[i]));
      figureCount++;
      if (errors > FEW_STANDARD_ERRORS) leaning++;
      expect.soft(errors, `${name}: ${mean(ours)}, ${mean(theirs)}`).toBeLessThanOrEqual(MOST_STANDARD_ERRORS);
    }
  });
});

test("leans to neither side in more figures than chance explains", () => {
  expect(figureCount).toBeGreaterThan(0);
  expect(leaning / figureCount).toBeLessThanOrEqual(MOST_LEANING);
});

/** How far the mean of differences is from 0. */
function standardErrors(differences: readonly number[]): number {
  const apart = Math.abs(mean(differences));
  if (apart === 0) return 0;
  const squares = differences.reduce((sum, x) => sum + (x - mean(differences)) ** 2, 0);
  return apart / Math.sqrt(squares / (differences.length - 1) / differences.length);
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

const known = new Map<string, Promise<Record<string, number>>>();

/** Ours, once for all peers that were asked the same. */
function figuresOf(peerCase: SplitCase, seed: number): Promise<Record<string, number>> {
  const key = JSON.stringify([peerCase.data, peerCase.options, seed]);
  const figures = known.get(key) ?? fitAndEvaluate(peerCase, seed);
  known.set(key, figures);
  return figures;
}

async function fitAndEvaluate({ data, options, scores }: SplitCase, seed: number): Promise<Record<string, number>> {
  const isClass = "auc" in scores;
  const raw = readDataset(data.set);
  const forTest = isTest(raw[data.target].length, seed);
  const part = (test: boolean) => {
    const keep = (values: readonly string[]) => values.filter((_, row) => forTest[row] === test);
    const features = data.features.map((name) => [
      name,
      Float64Array.from(keep(raw[name]), (value) => (value === "" ? Number.NaN : Number(value))),
    ]);
    const target = keep(raw[data.target]);
    return { ...Object.fromEntries(features), [data.target]: isClass ? target : Float64Array.from(target, Number) };
  };
  const loss = isClass ? logistic() : squaredError();
  const learner = boosting({ maxDepth: 1000, columnSample: { node: 1 }, ...options, loss, splitter: "histogram" });
  const model = await learner.fit(part(false), { target: data.target, threads: 1 });
  return { ...evaluate(model, part(true)) } as unknown as Record<string, number>;
}

/** As fixtures/generate/histogram_quality.py splits: Lehmer's generator, a third of whose numbers is low. */
function isTest(rows: number, seed: number): boolean[] {
  let state = seed + 1;
  const next = () => {
    state = (state * 16807) % 2147483647;
    return 3 * state < 2147483647;
  };
  for (let skipped = 0; skipped < 10; skipped++) next();
  return Array.from({ length: rows }, next);
}
