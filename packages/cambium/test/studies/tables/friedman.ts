import { arcTangent, sineOfPi } from "./exact-functions.ts";
import type { NoisyTable } from "./made-table.ts";
import { type Draws, drawsOf, normal } from "./random-draws.ts";

export interface FriedmanOptions {
  readonly rows: number;
  readonly seed: number;
  /** What is added to the function's value, in units of the study's own deviation; a normal number unless told. */
  readonly noise?: (next: Draws) => number;
}

/**
 * The three functions of Friedman (1991), Multivariate adaptive regression splines, with the noise of Breiman (1996), Bagging
 * predictors: of deviation 1 for the first, and of a third of the function's own for the other two, in the round numbers
 * that R's mlbench takes for it.
 */
const functions = {
  1: { features: 10, deviation: 1, draw: tenEven, of: sumOfFive },
  2: { features: 4, deviation: 125, draw: circuit, of: impedance },
  3: { features: 4, deviation: 0.1, draw: circuit, of: phase },
} as const;

/** Friedman's #1, #2 or #3: features x1, x2, …, and the target y. The first rows of a long table are those of a short one. */
export function friedman(which: 1 | 2 | 3, { rows, seed, noise = normal }: FriedmanOptions): NoisyTable {
  const { features, deviation, draw, of } = functions[which];
  const next = drawsOf(seed);
  const columns = Array.from({ length: features }, () => new Float64Array(rows));
  const y = new Float64Array(rows);
  const clean = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const x = draw(next);
    for (const [feature, column] of columns.entries()) column[row] = x[feature];
    clean[row] = of(x);
    y[row] = clean[row] + deviation * noise(next);
  }
  return { columns: { ...Object.fromEntries(columns.map((column, i) => [`x${i + 1}`, column])), y }, clean };
}

/** Of which five are for nothing. */
function tenEven(next: Draws): number[] {
  return Array.from({ length: 10 }, next);
}

function sumOfFive([x1, x2, x3, x4, x5]: readonly number[]): number {
  return 10 * sineOfPi(x1 * x2) + 20 * (x3 - 0.5) * (x3 - 0.5) + 10 * x4 + 5 * x5;
}

/** Resistance, frequency, inductance and capacity of an alternating current circuit. */
function circuit(next: Draws): number[] {
  return [100 * next(), Math.PI * (40 + 520 * next()), next(), 1 + 10 * next()];
}

function impedance(x: readonly number[]): number {
  const reactance = reactanceOf(x);
  return Math.sqrt(x[0] * x[0] + reactance * reactance);
}

function phase(x: readonly number[]): number {
  return arcTangent(reactanceOf(x) / x[0]);
}

function reactanceOf([, x2, x3, x4]: readonly number[]): number {
  return x2 * x3 - 1 / (x2 * x4);
}
