import { readFileSync } from "node:fs";
import { type BoostingOptions, boosting, evaluate, type Loss, log, metrics, type RegressionModel } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { mean, readColumns, standardErrors, testRows } from "../support/ten-splits.ts";
import { type LossCase, lossCases, lossOf } from "./loss-cases.ts";

interface ExposureCase extends LossCase {
  readonly boosting: BoostingOptions;
  readonly data: {
    readonly set: string;
    readonly target: string;
    readonly exposure: string;
    /** Of the exposure. */
    readonly unit: number;
    readonly features: readonly string[];
  };
  /** An offset of log(exposure), or rates that are weighed by it. */
  readonly form: "offset" | "rate";
  readonly power: number;
  /** What is a baseline is held to nothing. */
  readonly expected: "alike" | "baseline";
  readonly seeds: readonly number[];
  /** By figure, for each seed. */
  readonly scores: Readonly<Record<keyof Figures, readonly number[]>>;
  /** Of the first split: what the peer predicted, and what there was. */
  readonly given: Readonly<Record<"predicted" | "actual" | "exposure", readonly number[]>>;
}

interface Figures {
  /** Of the sums. */
  readonly deviance: number;
  /** Of the rates, a row weighing its exposure. */
  readonly byExposure: number;
  /** What is expected of all training rows, by what there was. */
  readonly balance: number;
}

/**
 * As of losses beside peers: Student's test at a level at which one of all 24 figures would fail in one of a hundred such
 * tables.
 */
const MOST_STANDARD_ERRORS = 5.5;
/** With no penalty as many are expected of the training rows as there were; with an l2 of 1 nearly as many. */
const MOST_IMBALANCE = 0.05;

const page = readFileSync(new URL("../../../../docs/how-to/use-an-offset.md", import.meta.url), "utf8");
const lines: string[] = [];
const cases = lossCases<ExposureCase>("exposure-spread");

describe.each(cases)("$peer, $name", (exposureCase) => {
  const { scores, expected, given, power, tolerances, seeds } = exposureCase;

  test("our deviances of what the peer predicted are those that it tells", () => {
    const { relative = 0 } = tolerances.figures;
    const numbers = [given.predicted, given.actual, given.exposure].map((values) => Float64Array.from(values));
    const ours = deviances(power, numbers[0], numbers[1], numbers[2]);
    for (const name of ["deviance", "byExposure"] as const) {
      expect(Math.abs(ours[name] / scores[name][0] - 1)).toBeLessThanOrEqual(relative);
    }
  });

  test(expected === "alike" ? "predicts as the peer does, up to chance" : "stands beside a linear model", async () => {
    const found: Figures[] = [];
    for (const seed of seeds) found.push(await figuresOf(exposureCase, seed));
    const imbalance = Math.max(...found.map(({ balance }) => Math.abs(balance - 1)));
    // What is least of Poisson's loss is as many; Tweedie's weighs rows otherwise.
    if (power === 1) expect(imbalance).toBeLessThan(MOST_IMBALANCE);
    for (const name of ["deviance", "byExposure", "balance"] as const) {
      const ours = found.map((figures) => figures[name]);
      const errors = standardErrors(ours.map((figure, i) => figure - scores[name][i]));
      const message = `${name}: ${mean(ours)}, ${mean(scores[name])}`;
      if (expected === "alike") expect.soft(Math.abs(errors), message).toBeLessThanOrEqual(MOST_STANDARD_ERRORS);
      if (name === "deviance") lines.push(lineOf(exposureCase, mean(ours), mean(scores[name]), errors));
    }
  });
});

test("the page about offsets has these deviances", () => {
  expect(page.split("\n").filter((line) => /^\| `(poisson|tweedie)`/.test(line))).toEqual(lines.sort());
});

test("both losses are tried, and both forms of an exposure", () => {
  expect(new Set(cases.map(({ loss, form }) => `${loss} ${form}`))).toEqual(
    new Set(["poisson offset", "poisson rate", "tweedie offset"]),
  );
});

function lineOf(exposureCase: ExposureCase, ours: number, theirs: number, errors: number): string {
  const { loss, data, peer, form, expected } = exposureCase;
  const figures = [ours.toPrecision(4), theirs.toPrecision(4), errors.toFixed(1).replace(/^-(0\.0)$/, "$1")];
  const other = `${peer.replace(/-([\d.]+)$/, " $1")}${expected === "baseline" ? ", a linear model" : `, ${form}s`}`;
  return `| \`${loss}\` | ${data.set}, \`${data.target}\` | ${other} | ${figures.join(" | ")} |`;
}

function deviances(
  power: number,
  predicted: Float64Array,
  actual: Float64Array,
  exposure: Float64Array,
): Pick<Figures, "deviance" | "byExposure"> {
  const { of } = metrics.tweedieDeviance({ power });
  const rates = (sums: Float64Array) => sums.map((sum, row) => sum / exposure[row]);
  return {
    deviance: of({ predicted, actual, weights: null }),
    byExposure: of({ predicted: rates(predicted), actual: rates(actual), weights: exposure }),
  };
}

async function figuresOf(exposureCase: ExposureCase, seed: number): Promise<Figures> {
  const { form, power, data, boosting: options } = exposureCase;
  const [train, rest] = [false, true].map((isTest) => partOf(data, seed, isTest));
  const learner = boosting({
    columnSample: { node: 1 },
    ...options,
    loss: lossOf(exposureCase) as Loss<"regression">,
    splitter: "histogram",
  });
  const run = form === "offset" ? { target: "sum", offset: "logExposure" } : { target: "rate", weight: train.exposure };
  const model = (await learner.fit(only(train, form), { ...run, threads: 1 })) as RegressionModel;
  const sums = (part: Part) => {
    const predicted = model.predict(only(part, form));
    return form === "offset" ? predicted : predicted.map((rate, row) => rate * part.exposure[row]);
  };
  const figures = deviances(power, sums(rest), rest.sum, rest.exposure);
  if (form === "offset") expectEvaluated(model, rest, power, figures.deviance);
  return { ...figures, balance: total(sums(train)) / total(train.sum) };
}

/** What `evaluate` tells of a model with an offset is the deviance of the sums. */
function expectEvaluated(model: RegressionModel, rest: Part, power: number, deviance: number): void {
  const told = evaluate(model, only(rest, "offset"), { metrics: [metrics.tweedieDeviance({ power })] });
  expect(told[`tweedieDeviance@${power}`]).toBe(deviance);
}

interface Part {
  readonly features: Readonly<Record<string, Float64Array>>;
  readonly sum: Float64Array;
  readonly exposure: Float64Array;
}

function partOf({ set, target, exposure, unit, features }: ExposureCase["data"], seed: number, isTest: boolean): Part {
  const columns = readColumns(set);
  const numbers = (name: string) => {
    const codes = codesOf(columns.get(name) ?? []);
    const forTest = testRows(codes.length, seed);
    return codes.filter((_, row) => forTest[row] === isTest);
  };
  return {
    features: Object.fromEntries(features.map((name) => [name, numbers(name)])),
    sum: numbers(target),
    exposure: numbers(exposure).map((amount) => amount / unit),
  };
}

/** As the generator: text is coded by its levels, in the order in which they first occur. */
function codesOf(fields: readonly string[]): Float64Array {
  const levels = [...new Set(fields)];
  const isNumbers = fields.every((field) => Number.isFinite(Number(field)));
  return Float64Array.from(fields, (field) => (isNumbers ? Number(field) : levels.indexOf(field)));
}

function only({ features, sum, exposure }: Part, form: ExposureCase["form"]): Record<string, Float64Array> {
  if (form === "offset") return { ...features, sum, logExposure: exposure.map(log) };
  return { ...features, rate: sum.map((y, row) => y / exposure[row]) };
}

const total = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + number, 0);
