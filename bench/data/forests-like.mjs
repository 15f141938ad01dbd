import { bounded, normal } from "./draws.mjs";
import { sfc32 } from "./sfc32.mjs";

/** Numbers of the land, then which of four areas and which of forty soils it is, 1 for the one and 0 for the others. */
const NUMBERS = 10;
const AREAS = [0.45, 0.05, 0.44, 0.06];
const SOILS = 40;
const CLASSES = 7;
/** How common the classes are, before anything is known of a row. */
const COMMON = [1.8, 2.2, 0, -2.5, -1.2, -0.3, 0];
/** What the first number, the height, says of each class. */
const HEIGHT = [0.8, 0.3, -2, -2.4, -0.8, -1.6, 2];
const HIDDEN = 24;
/** What no seed of rows changes: rows to train on and rows to test on are drawn from the same world. */
const SEED_OF_WORLD = 54;

/**
 * What grows where: seven classes, common and rare, of ten numbers that work together and two choices that stand as columns of 0 and 1.
 *
 * @param {{ rows: number, features: number, seed: number }} options
 * @returns {{ x: Float32Array, y: Float32Array }} column after column, and the target
 */
export function forestsLike({ rows, features, seed }) {
  if (features !== NUMBERS + AREAS.length + SOILS) throw new RangeError(`expected 54 features, got ${features}`);
  const world = worldOf();
  const next = sfc32(seed);
  const x = new Float32Array(rows * features);
  const y = new Float32Array(rows);
  const numbers = new Float64Array(NUMBERS);
  for (let row = 0; row < rows; row++) {
    for (let feature = 0; feature < NUMBERS; feature++) {
      numbers[feature] = normal(next);
      x[feature * rows + row] = Math.round(numberOf(numbers[feature], feature));
    }
    const area = choose(AREAS, next());
    const soil = choose(world.soils, next());
    x[(NUMBERS + area) * rows + row] = 1;
    x[(NUMBERS + AREAS.length + soil) * rows + row] = 1;
    y[row] = likeliest(numbers, world.ofArea[area], world.ofSoil[soil], world, next);
  }
  return { x, y };
}

function worldOf() {
  const next = sfc32(SEED_OF_WORLD);
  const table = (height, width, scale) =>
    Array.from({ length: height }, () => Float64Array.from({ length: width }, () => scale * normal(next)));
  // Few soils are common.
  const chances = Float64Array.from({ length: SOILS }, () => next() ** 4);
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return {
    soils: chances.map((chance) => chance / total),
    ofSoil: table(SOILS, CLASSES, 0.8),
    ofArea: table(AREAS.length, CLASSES, 0.6),
    hidden: table(HIDDEN, NUMBERS, 0.7),
    outer: table(CLASSES, HIDDEN, 0.9),
  };
}

/** Heights and distances, some of them with a long tail; no two columns on one scale. */
function numberOf(value, feature) {
  const scale = [280, 100, 8, 250, 58, 1500, 27, 20, 38, 1300][feature];
  return scale * (feature % 3 === 2 ? value * Math.abs(value) : value) + 10 * scale;
}

function choose(chances, draw) {
  let rest = draw;
  let chosen = 0;
  while (chosen < chances.length - 1 && rest >= chances[chosen]) rest -= chances[chosen++];
  return chosen;
}

/** The class of the greatest score, noise and all. */
function likeliest(numbers, ofArea, ofSoil, { hidden, outer }, next) {
  const inner = hidden.map((weights) => bounded(weights.reduce((sum, weight, at) => sum + weight * numbers[at], 0)));
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let code = 0; code < CLASSES; code++) {
    const together = outer[code].reduce((sum, weight, at) => sum + weight * inner[at], 0);
    const known = 2 * together + ofArea[code] + ofSoil[code] + HEIGHT[code] * numbers[0] + COMMON[code];
    const score = 1.3 * known + 1.3 * normal(next);
    if (score <= most) continue;
    best = code;
    most = score;
  }
  return best;
}
