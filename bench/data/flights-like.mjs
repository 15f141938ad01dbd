import { bounded, cumulative, drawCode, normal } from "./draws.mjs";
import { sfc32 } from "./sfc32.mjs";

/** Month, day of the week, day of the month, carrier, origin, destination; a number after them is a time and a distance. */
const CATEGORIES = [12, 7, 31, 22, 300, 300];
const [CARRIER, ORIGIN, DESTINATION] = [3, 4, 5];
/** How much a category of each column matters. */
const EFFECTS = [0.3, 0.2, 0.05, 0.4, 0.45, 0.35];
/** What no seed of rows changes: rows to train on and rows to test on are drawn from the same world. */
const SEED_OF_WORLD = 8;

export const flightsLikeCategories = CATEGORIES.map((_, feature) => feature);

/**
 * Flights that are late or not: six columns of categories, whose numbers are codes, and two of numbers. Carriers and places
 * are rare or common, and some carriers do badly at some places.
 *
 * @param {{ rows: number, seed: number }} options
 * @returns {{ x: Float32Array, y: Float32Array }} column after column, and the target
 */
export function flightsLike({ rows, features, seed }) {
  if (features !== CATEGORIES.length + 2) throw new RangeError(`expected 8 features, got ${features}`);
  const world = worldOf();
  const next = sfc32(seed);
  const x = new Float32Array(rows * features);
  const y = new Float32Array(rows);
  const codes = new Uint16Array(CATEGORIES.length);
  for (let row = 0; row < rows; row++) {
    for (const [feature, chances] of world.chances.entries()) {
      codes[feature] = drawCode(chances, next());
      x[feature * rows + row] = codes[feature];
    }
    const hour = Math.min(Math.max(13.5 + 4.5 * normal(next), 0), 23.99);
    const distance = distanceOf(world.places[codes[ORIGIN]], world.places[codes[DESTINATION]]);
    x[6 * rows + row] = hour;
    x[7 * rows + row] = distance;
    const signal = signalOf(codes, world) + 2 * bounded((hour - 12) / 4) + (hour > 15 ? 0.0002 * distance : 0);
    y[row] = Number(signal + 1.7 * normal(next) > 1.5);
  }
  return { x, y };
}

function worldOf() {
  const next = sfc32(SEED_OF_WORLD);
  const draws = (length, scale) => Float64Array.from({ length }, () => scale * normal(next));
  return {
    // Those of time are even; of the others few are common and many are rare.
    chances: CATEGORIES.map((count, feature) => cumulative(count, feature < CARRIER ? () => 1 : () => next() ** 2)),
    effects: CATEGORIES.map((count, feature) => draws(count, EFFECTS[feature])),
    meetings: Array.from({ length: CATEGORIES[CARRIER] }, () => draws(CATEGORIES[ORIGIN], 0.5)),
    places: Array.from({ length: CATEGORIES[ORIGIN] }, () => [2500 * next(), 2500 * next()]),
  };
}

function distanceOf([x, y], [otherX, otherY]) {
  return Math.round(Math.sqrt((x - otherX) ** 2 + (y - otherY) ** 2) + 60);
}

function signalOf(codes, { effects, meetings }) {
  let signal = meetings[codes[CARRIER]][codes[ORIGIN]];
  for (let feature = 0; feature < codes.length; feature++) signal += effects[feature][codes[feature]];
  return signal;
}
