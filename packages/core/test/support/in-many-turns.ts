import { vi } from "vitest";

/**
 * Runs something while the clock runs 10 ms ahead at each look, so that even a small fit lets others have their turn wherever it may,
 * and calls `meddle` in the turn of this number; 0: as soon as the run has given its promise.
 */
export async function inManyTurns<T>(run: () => Promise<T>, turn: number, meddle: () => void): Promise<T> {
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => {
    now += 10;
    return now;
  });
  let isOver = false;
  try {
    const promise = run().finally(() => {
      isOver = true;
    });
    // Whatever becomes of it is awaited below.
    promise.catch(() => {});
    for (let i = 0; i < turn && !isOver; i++) await new Promise(setImmediate);
    if (!isOver) meddle();
    return await promise;
  } finally {
    clock.mockRestore();
  }
}
