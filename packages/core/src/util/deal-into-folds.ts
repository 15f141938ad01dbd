import { Purpose, shuffleInTurns } from "./random.ts";
import { type Turns, turnsOver } from "./turns.ts";

/** The fold of each row: the shuffled rows are dealt out in turn, so no fold has two rows more than another. */
export function* foldsInTurns(rowCount: number, folds: number, seed: number): Turns<Uint32Array> {
  return yield* dealInOrder(yield* shuffleInTurns(rowCount, seed, Purpose.Folds), folds);
}

/** Deals out rows in this order. */
export function* dealInOrder(order: Uint32Array, folds: number): Turns<Uint32Array> {
  const foldOf = new Uint32Array(order.length);
  yield* turnsOver(order.length, (start, end) => {
    for (let position = start; position < end; position++) foldOf[order[position]] = position % folds;
  });
  return foldOf;
}
