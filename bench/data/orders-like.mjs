import { bounded, cumulative, drawCode, normal } from "./draws.mjs";
import { higgsLike } from "./higgs-like.mjs";
import { sfc32 } from "./sfc32.mjs";

/** How many categories each of the first columns has; as many columns of numbers follow. */
const LEVELS = [5, 6, 8, 10, 12, 15, 20, 25, 32, 40, 60, 80, 110, 150, 200];
/** No seed of rows changes the world: the rows of the training and those of the test come from the same one. */
const SEED_OF_WORLD = 30;

export const ordersLikeCategories = LEVELS.map((_, feature) => feature);

/**
 * Two classes, where one half of the columns holds categories, common and rare, and the other half the first numbers of
 * `higgsLike`. Each category has an effect of its own, and changes the effect of one number.
 *
 * @param {{ rows: number, features: number, seed: number }} options
 * @returns {{ x: Float32Array, y: Float32Array }} column after column, and the target
 */
export function ordersLike({ rows, features, seed }) {
  if (features !== 2 * LEVELS.length) throw new RangeError(`expected ${2 * LEVELS.length} features, got ${features}`);
  const world = worldOf();
  const numbers = higgsLike({ rows, features: LEVELS.length, task: "regression", seed });
  // The complement of the seed gives another stream than that of the numbers.
  const next = sfc32(~seed);
  const x = new Float32Array(rows * features);
  x.set(numbers.x, rows * LEVELS.length);
  const y = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let signal = numbers.y[row];
    for (const [feature, { chances, effects, slopes }] of world.entries()) {
      const code = drawCode(chances, next());
      x[feature * rows + row] = code;
      signal += effects[code] + slopes[code] * bounded(numbers.x[feature * rows + row]);
    }
    y[row] = Number(signal > 0);
  }
  return { x, y };
}

function worldOf() {
  const next = sfc32(SEED_OF_WORLD);
  const draws = (length, scale) => Float64Array.from({ length }, () => scale * normal(next));
  return LEVELS.map((count) => ({
    chances: cumulative(count, () => 0.02 + next() ** 2),
    effects: draws(count, 0.25),
    slopes: draws(count, 0.25),
  }));
}
