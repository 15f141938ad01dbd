import { bounded, normal } from "./draws.mjs";
import { sfc32 } from "./sfc32.mjs";

/** What all columns have in common. */
const CAUSES = 12;
/** These columns keep their scale; the others are from very small to very large. */
const PLAIN = 12;
/** What no seed of rows changes: rows to train on and rows to test on are drawn from the same world. */
const SEED_OF_WORLD = 90;

/**
 * Numbers that many instruments tell of few causes: columns that go together, on different scales, some with heavy tails,
 * and a target far from 0 whose noise has heavy tails too.
 *
 * @param {{ rows: number, features: number, seed: number }} options
 * @returns {{ x: Float32Array, y: Float32Array }} column after column, and the target
 */
export function sensorsLike({ rows, features, seed }) {
  const world = worldOf(features);
  const next = sfc32(seed);
  const x = new Float32Array(rows * features);
  const y = new Float32Array(rows);
  const causes = new Float64Array(CAUSES);
  const values = new Float64Array(features);
  for (let row = 0; row < rows; row++) {
    for (let cause = 0; cause < CAUSES; cause++) causes[cause] = normal(next);
    for (let feature = 0; feature < features; feature++) {
      values[feature] = 0.8 * normal(next) + dot(world.weights[feature], causes);
      x[feature * rows + row] = world.scales[feature] * tailed(values[feature], feature);
    }
    y[row] = 2000 + 1.5 * signalOf(values, world) + 5 * heavyNoise(next);
  }
  return { x, y };
}

function worldOf(features) {
  const next = sfc32(SEED_OF_WORLD);
  const weights = Array.from({ length: features }, () =>
    Float64Array.from({ length: CAUSES }, () => (0.6 / Math.sqrt(CAUSES)) * normal(next)),
  );
  const scales = Float64Array.from({ length: features }, (_, feature) =>
    feature < PLAIN ? 1 : 2 ** Math.round(2 * normal(next)),
  );
  const slopes = Float64Array.from({ length: features }, () => 0.25 * normal(next));
  return { weights, scales, slopes };
}

function dot(weights, causes) {
  let sum = 0;
  for (let cause = 0; cause < CAUSES; cause++) sum += weights[cause] * causes[cause];
  return sum;
}

/** One column in six is far out more often than a normal one. */
function tailed(value, feature) {
  return feature % 6 === 5 ? value * Math.sqrt(Math.abs(value)) : value;
}

/** What can be learned: steps, bends, products, and a little of every third column. */
function signalOf(values, { slopes }) {
  let signal =
    4 * bounded(2 * values[0]) +
    2 * values[1] -
    1.5 * Math.max(values[2], 0) +
    1.2 * values[3] * values[4] +
    (Math.abs(values[5]) < 0.7 ? 2 : -1) +
    (values[7] > 0 ? Math.abs(values[6]) : 0);
  for (let feature = 8; feature < values.length; feature += 3) signal += slopes[feature] * values[feature];
  return signal;
}

/** Student's t of five degrees of freedom, as normal as `normal` is. */
function heavyNoise(next) {
  let squares = 0;
  for (let draw = 0; draw < 5; draw++) squares += normal(next) ** 2;
  return normal(next) / Math.sqrt(squares / 5);
}
