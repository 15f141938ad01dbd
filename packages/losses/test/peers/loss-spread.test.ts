import { readFileSync, writeFileSync } from "node:fs";
import {
  type AnyLoss,
  type BoostingOptions,
  boosting,
  evaluate,
  isClassLoss,
  type Model,
  type Target,
} from "@cambium/core";
import { describe, expect, test } from "vitest";
import { builtInLosses } from "../../src/index.ts";
import { mean, numbersOf, readColumns, standardErrors, testRows } from "../support/ten-splits.ts";
import { anyLossOf, type LossCase, lossCases } from "./loss-cases.ts";

interface SpreadCase extends LossCase {
  /** What the learner is asked, by our names. */
  readonly boosting: BoostingOptions;
  readonly data: { readonly set: string; readonly features: readonly string[]; readonly target: string };
  /** Whether ours are to be no worse, or no better either, because both do the same. */
  readonly expected: "alike" | "notWorse";
  readonly seeds: readonly number[];
  /** By figure, for each seed; "loss" is the mean of the loss. */
  readonly scores: Readonly<Record<string, readonly number[]>>;
}

/** The means of a loss over the splits, and by how many standard errors ours is worse. */
interface Judged {
  readonly spreadCase: SpreadCase;
  readonly ours: number;
  readonly theirs: number;
  readonly worse: number;
}

/*
 * The splits are the peer's, so that the differences of each count. A figure is worse where their mean is further to the
 * worse side of 0 than chance explains, by Student's test at a level at which one of all 183 figures would fail in one of a
 * hundred such tables; or, of what is expected to be alike, better. Small leanings would show in their number: by chance
 * one loss in twenty is more than 1.83 standard errors to the worse side.
 */
const MOST_STANDARD_ERRORS = 6.5;
const FEW_STANDARD_ERRORS = 1.83;
const MOST_LEANING = 0.15;
const FIGURES = 183;

/** Of which a higher figure is better. */
const higher = new Set(["accuracy", "auc"]);
const cases = lossCases<SpreadCase>("loss-spread");
const page = new URL("../../../../docs/reference/losses-beside-peers.md", import.meta.url);
const judged: Judged[] = [];
let figureCount = 0;

describe.each(cases)("$peer, $name", (spreadCase) => {
  const { expected, seeds, scores } = spreadCase;
  const least = expected === "alike" ? -MOST_STANDARD_ERRORS : Number.NEGATIVE_INFINITY;

  test(`is ${expected} on the same ten splits, up to chance`, async () => {
    const found: Readonly<Record<string, number>>[] = [];
    for (const seed of seeds) found.push(await figuresOf(spreadCase, seed));
    for (const [name, theirs] of Object.entries(scores)) {
      const ours = found.map((figures) => figures[name]);
      const sign = higher.has(name) ? -1 : 1;
      const worse = standardErrors(ours.map((figure, i) => sign * (figure - theirs[i])));
      const message = `${name}: ${mean(ours)}, ${mean(theirs)}`;
      expect.soft(worse, message).toBeLessThanOrEqual(MOST_STANDARD_ERRORS);
      expect.soft(worse, message).toBeGreaterThanOrEqual(least);
      figureCount++;
      if (name === "loss") judged.push({ spreadCase, ours: mean(ours), theirs: mean(theirs), worse });
    }
  });
});

test("leans to the worse side in no more losses than chance explains", () => {
  expect(figureCount).toBe(FIGURES);
  const leaning = judged.filter(({ worse }) => worse > FEW_STANDARD_ERRORS);
  expect(leaning.length / judged.length).toBeLessThanOrEqual(MOST_LEANING);
});

test("every loss that is not held to trees of a peer is held to its predictions", () => {
  const byTrees = ["squaredError", "logistic", "softmax", ...lossCases("loss-trees").map(({ loss }) => loss)];
  const held = new Set([...byTrees, ...cases.map(({ loss }) => loss)]);
  expect(held).toEqual(new Set(Object.keys(builtInLosses)));
});

test("the page of losses beside peers has these figures; UPDATE_FIXTURES=1 writes them", () => {
  const text = readFileSync(page, "utf8");
  const rule = text.indexOf("| ---");
  const head = text.slice(0, text.indexOf("\n", rule) + 1);
  const lines = judged.map(lineOf).sort();
  const written = `${head}${lines.join("\n")}\n`;
  if (process.env.UPDATE_FIXTURES === "1") writeFileSync(page, written);
  else expect(text).toBe(written);
});

function lineOf({ spreadCase, ours, theirs, worse }: Judged): string {
  const { loss, peer, data, expected, name } = spreadCase;
  const marks = `${name.endsWith("-defaults") ? " by defaults" : ""}${expected === "alike" ? "" : " *"}`;
  const share = tenths((100 * (ours - theirs)) / theirs);
  const figures = [ours.toPrecision(4), theirs.toPrecision(4), share, tenths(worse)];
  return `| \`${loss}\` | ${peer.replace(/-([\d.]+)$/, " $1")}${marks} | ${data.set} | ${figures.join(" | ")} |`;
}

/** Without a sign where nothing is left. */
const tenths = (x: number) => x.toFixed(1).replace(/^-(0\.0)$/, "$1");

const known = new Map<string, Promise<Readonly<Record<string, number>>>>();

/** Ours, once for all peers that were asked the same. */
function figuresOf(spreadCase: SpreadCase, seed: number): Promise<Readonly<Record<string, number>>> {
  const { data, loss, options, boosting } = spreadCase;
  const key = JSON.stringify([data, loss, options, boosting, seed]);
  const figures = known.get(key) ?? fitAndEvaluate(spreadCase, seed);
  known.set(key, figures);
  return figures;
}

async function fitAndEvaluate(spreadCase: SpreadCase, seed: number): Promise<Readonly<Record<string, number>>> {
  const { features, target, set } = spreadCase.data;
  const loss = anyLossOf(spreadCase);
  const columns = readColumns(set);
  const part = (test: boolean): Record<string, Float64Array | string[]> => {
    const fieldsOf = (name: string) => {
      const fields = columns.get(name) ?? [];
      const forTest = testRows(fields.length, seed);
      return fields.filter((_, row) => forTest[row] === test);
    };
    const y = fieldsOf(target);
    return {
      ...Object.fromEntries(features.map((name) => [name, numbersOf(fieldsOf(name))])),
      [target]: loss.task === "classification" ? y : numbersOf(y),
    };
  };
  const learner = boosting({
    maxDepth: 1000,
    columnSample: { node: 1 },
    splitter: "histogram",
    ...spreadCase.boosting,
    loss,
  });
  const model = await learner.fit(part(false), { target, threads: 1 });
  const rows = part(true);
  return { ...evaluate(model, rows), loss: meanLoss(loss, model, rows) } as Record<string, number>;
}

function meanLoss(loss: AnyLoss, model: Model, rows: Record<string, Float64Array | string[]>): number {
  const scores = model.predictScore(rows);
  const values = rows[model.target];
  const target = targetOf(model, values) as never;
  const each = scores.length / values.length;
  const ofRow = (_: unknown, row: number) =>
    isClassLoss(loss)
      ? loss.value(target, row, scores.subarray(row * each, (row + 1) * each))
      : loss.value(target, row, scores[row]);
  return mean(Array.from({ length: values.length }, ofRow));
}

function targetOf(model: Model, values: ArrayLike<number | string>): Target {
  const common = { name: "y", weights: null };
  if (model.task === "regression") return { ...common, task: "regression", values: Float64Array.from(values, Number) };
  const { classes } = model;
  const codes = Int32Array.from(Array.from(values), (label) => classes.indexOf(label));
  return { ...common, task: "classification", classes, codes };
}
