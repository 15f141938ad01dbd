import { orderInTurns } from "./order-of-values.ts";
import { type Turns, turnsOver } from "./turns.ts";

/**
 * Random numbers without a stream: each is a function of what it is for, so it does not matter who asks first, in which
 * order, or on which thread. `keys` say what: the seed, a purpose, and the item (a row, a column, a node).
 */
export function randomBits(...keys: number[]): number {
  let h = 0x9e3779b9;
  for (const key of keys) {
    h = mix(h ^ mix(key | 0));
    h = mix((h + 0x7f4a7c15) ^ mix(Math.floor(key / 4294967296) | 0));
  }
  return h >>> 0;
}

/** What a random choice is for: two purposes never share numbers. */
export const Purpose = {
  TrainTestSplit: 1,
  Folds: 2,
  NodeFeatures: 3,
  Tree: 4,
  TreeRows: 5,
  TreeFeatures: 6,
  Permutation: 7,
  Threshold: 8,
  SearchDraws: 9,
  Ties: 10,
  LevelFeatures: 11,
} as const;

/** A number from 0 to below 1 that depends on `keys` alone, one of 2^53. */
export function randomShare(...keys: number[]): number {
  return (randomBits(...keys) * 2097152 + (randomBits(...keys, 1) >>> 11)) / 9007199254740992;
}

/** The rows 0 … count-1 in a random order that depends on `keys` alone. */
export function* shuffleInTurns(count: number, ...keys: number[]): Turns<Uint32Array> {
  const rank = new Float64Array(count);
  yield* turnsOver(count, (start, end) => {
    for (let row = start; row < end; row++) {
      rank[row] = randomBits(...keys, row) * 4294967296 + randomBits(...keys, row, 1);
    }
  });
  return yield* orderInTurns(rank);
}

/** A bijection of 32-bit integers in which every input bit reaches every output bit. */
function mix(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
