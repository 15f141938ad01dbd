import { atOnce, type Turns, turnsOver } from "./turns.ts";

/** A number for each row. (`Float64Array.from` asks an iterator for each, which takes ten times as long.) */
export function numberByRow(count: number, of: (row: number) => number): Float64Array<ArrayBuffer> {
  return atOnce(numbersInTurns(count, of));
}

/** The same in turns. */
export function* numbersInTurns(count: number, of: (row: number) => number): Turns<Float64Array<ArrayBuffer>> {
  const numbers = new Float64Array(count);
  yield* turnsOver(count, (start, end) => {
    for (let row = start; row < end; row++) numbers[row] = of(row);
  });
  return numbers;
}
