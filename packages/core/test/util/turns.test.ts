import { expect, it } from "vitest";
import { atOnce, inTurns, turnsOver } from "../../src/util/turns.ts";
import { nthLargest } from "../../src/util/weighted-quantile.ts";
import { randomNumbers } from "../support/random-numbers.ts";

it("a computation in turns pauses where it yields, and comes to the same as at once", async () => {
  const visited: [number, number][] = [];
  function* sum() {
    yield* turnsOver(100_000, (start, end) => void visited.push([start, end]));
    return visited.reduce((total, [start, end]) => total + end - start, 0);
  }
  expect(atOnce(sum())).toBe(100_000);
  expect(visited.map(([start]) => start)).toEqual([0, ...visited.slice(0, -1).map(([, end]) => end)]);
  visited.length = 0;
  let pauses = 0;
  let isDue = false;
  const pacer = {
    due() {
      isDue = !isDue;
      return isDue;
    },
    async pause() {
      pauses++;
    },
  };
  expect(await inTurns(sum(), pacer)).toBe(100_000);
  expect(pauses).toBe(Math.ceil(visited.length / 2));
});

it("a million numbers are searched for the n-th largest in many turns", () => {
  const next = randomNumbers(1);
  const values = Float64Array.from({ length: 1_000_000 }, next);
  const sorted = values.slice().sort();
  let turns = 0;
  const search = nthLargest(values, 200_000);
  let step = search.next();
  for (; !step.done; step = search.next()) turns++;
  expect(step.value).toBe(sorted[sorted.length - 200_000]);
  expect(turns).toBeGreaterThan(20);
});
