import { bounded, normal } from "./draws.mjs";
import { sfc32 } from "./sfc32.mjs";

/** Columns that follow from others; the rest are drawn. */
const DERIVED = 7;
/** Columns there are; a smaller table takes the first, so its target keeps causes that nobody sees. */
const ALL = 28;

/**
 * A table like those of particle physics: continuous columns, some of them functions of others, and a target so noisy
 * that a fully grown tree is deep. It uses no function that engines may round in their own way, so a seed gives the same
 * bytes everywhere, and the first rows of a long table are those of a short one.
 *
 * @param {{ rows: number, features: number, task: "classification" | "regression", seed: number, noise?: number }} options
 * @returns {{ x: Float32Array, y: Float32Array }} column after column, and the target
 */
export function higgsLike({ rows, features, task, seed, noise = task === "regression" ? 1 : 0.9 }) {
  if (features > ALL) throw new RangeError(`expected at most ${ALL} features, got ${features}`);
  const next = sfc32(seed);
  const x = new Float32Array(rows * features);
  const y = new Float32Array(rows);
  const values = new Float64Array(ALL);
  for (let row = 0; row < rows; row++) {
    drawRow(values, next);
    for (let feature = 0; feature < features; feature++) x[feature * rows + row] = values[feature];
    const value = signalOf(values) + noise * normal(next);
    y[row] = task === "regression" ? value : Number(value > 0);
  }
  return { x, y };
}

function drawRow(values, next) {
  for (let feature = DERIVED; feature < ALL; feature++) values[feature] = normal(next);
  const raw = values.subarray(DERIVED);
  // Momenta are skewed, angles are even.
  raw[0] = Math.abs(raw[0]) + raw[0] * raw[0];
  raw[5] = raw[5] * raw[5];
  raw[7] = 6 * next() - 3;
  raw[9] = 6 * next() - 3;
  values[0] = Math.sqrt(raw[0] * (1 + Math.abs(raw[1] - raw[4]))) + 0.3 * normal(next);
  values[1] = Math.sqrt(raw[5] + raw[11] * raw[11]) + 0.3 * normal(next);
  values[2] = raw[1] * raw[2] + 0.5 * normal(next);
  values[3] = raw[4] * raw[4] + raw[6] * raw[6] + 0.7 * normal(next);
  values[4] = raw[7] * raw[8] + 0.4 * normal(next);
  values[5] = raw[10] + raw[12] * raw[13] + 0.5 * normal(next);
  values[6] = Math.abs(raw[14] - raw[15]) + 0.3 * normal(next);
}

/** What can be learned: steps, bends and products, of about the size of the noise. */
function signalOf(values) {
  const raw = values.subarray(DERIVED);
  return (
    0.6 * bounded(values[0] - 1.4) -
    0.6 * bounded(values[1] - 1.3) +
    0.5 * bounded(1.5 * values[2]) +
    (values[3] > 2 ? 0.4 * Math.sign(raw[1]) : 0) +
    0.3 * bounded(values[4]) +
    0.25 * values[5] +
    (raw[19] > 0 ? 0.4 - 0.35 * values[6] : 0) +
    0.4 * bounded(raw[16] * raw[17]) +
    0.25 * raw[10] * raw[14] +
    (Math.abs(raw[7] - raw[9]) < 1 ? 0.4 : -0.2)
  );
}
