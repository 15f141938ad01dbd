import { exp, log } from "@cambium/kernels";

/** The normal deviate that is exceeded with each of these probabilities, as C4.5 has them: between two, a straight line. */
const DEVIATES: readonly (readonly [probability: number, deviate: number])[] = [
  [0, 4],
  [0.001, 3.09],
  [0.005, 2.58],
  [0.01, 2.33],
  [0.05, 1.65],
  [0.1, 1.28],
  [0.2, 0.84],
  [0.4, 0.25],
  [1, 0],
];

/** The share of the rest that is wrong too, where all but half a row are wrong. */
const LAST_SHARE = 0.67;

/**
 * `rows · U(errors, rows)`: as many errors as a leaf has to expect that made `errors` on its `rows` training rows. U is
 * the upper limit of the error rate at this confidence by C4.5's own approximation, not by the binomial distribution:
 * exact for no error, normal with a correction of half a row from one error on, and a straight line between.
 */
export function errorLimit(errors: number, rows: number, confidence: number): number {
  if (rows === 0) return 0;
  // Fractions of a row may carry the line above all rows.
  return Math.min(rows, errors + extraErrors(errors, rows, confidence));
}

function extraErrors(errors: number, rows: number, confidence: number): number {
  if (errors < 1) {
    const atNone = rows * (1 - exp(log(confidence) / rows));
    return errors === 0 ? atNone : atNone + errors * (extraErrors(1, rows, confidence) - atNone);
  }
  const corrected = errors + 0.5;
  if (corrected >= rows) return LAST_SHARE * (rows - errors);
  const deviate = deviateOf(confidence);
  const square = deviate * deviate;
  const spread = Math.sqrt(square * (corrected * (1 - corrected / rows) + square / 4));
  return (rows * (corrected + square / 2 + spread)) / (rows + square) - errors;
}

function deviateOf(confidence: number): number {
  const next = DEVIATES.findIndex(([probability]) => probability >= confidence);
  const [[low, atLow], [high, atHigh]] = [DEVIATES[next - 1], DEVIATES[next]];
  return atLow + ((atHigh - atLow) * (confidence - low)) / (high - low);
}
