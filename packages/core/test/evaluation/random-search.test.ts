import { describe, expect, expectTypeOf, it } from "vitest";
import { boosting, cart, crossValidate, gridSearch, randomSearch, range, squaredError } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(12);
const x = Array.from({ length: 40 }, () => Math.round(random() * 30));
const table = { x, y: x.map((value) => value + Math.round(random() * 5)) };
const run = { target: "y", folds: 2 } as const;

/** Nothing but the points matters: a stump is quickly grown. */
async function drawn(
  space: Parameters<typeof randomSearch>[1],
  trials: number,
  seed?: number,
): Promise<Readonly<Record<string, unknown>>[]> {
  const search = await randomSearch(() => cart({ maxDepth: 1 }), space, table, {
    ...run,
    trials,
    ...(seed !== undefined && { seed }),
  });
  return [...search.trials].sort((a, b) => a.trial - b.trial).map(({ parameters }) => parameters);
}

describe("randomSearch", () => {
  it("cross-validates what it draws: each trial equals the run by hand", async () => {
    const { trials, best } = await randomSearch(
      (of) => boosting({ loss: squaredError(), rounds: 5, ...of }),
      { learningRate: range.logUniform(0.01, 1), maxDepth: range.integers(1, 4) },
      table,
      { ...run, trials: 6, seed: 9 },
    );
    expectTypeOf(best.parameters).toEqualTypeOf<{ readonly learningRate: number; readonly maxDepth: number }>();
    expect(trials).toHaveLength(6);
    for (const { parameters, value, mean } of trials) {
      const alone = await crossValidate(boosting({ loss: squaredError(), rounds: 5, ...parameters }), table, {
        ...run,
        seed: 9,
      });
      expect(mean).toEqual(alone.mean);
      expect(value).toBe(alone.mean.rmse);
    }
    expect(best.value).toBe(Math.min(...trials.map(({ value }) => value)));
  });

  it("draws the same points for the same seed, others for another, and more trials begin with them", async () => {
    const space = { a: range.uniform(0, 1), b: ["x", "y", "z"], c: range.integers(1, 1000) };
    const first = await drawn(space, 4, 1);
    expect(await drawn(space, 4, 1)).toEqual(first);
    expect((await drawn(space, 7, 1)).slice(0, 4)).toEqual(first);
    expect(await drawn(space, 4, 2)).not.toEqual(first);
  });

  it("tries no point twice, and all points of the grid where there are no more", async () => {
    const lists = { a: [1, 2, 3], b: ["x", "y"], c: [true] };
    const points: object[] = [];
    await gridSearch(() => cart({ maxDepth: 1 }), lists, table, {
      ...run,
      onTrial: ({ result }) => points.push(result.parameters),
    });
    const found = await drawn(lists, 50);
    expect(found).toHaveLength(6);
    expect(found).toEqual(expect.arrayContaining(points));
  });

  it("ends where a range promises more numbers than it has", async () => {
    expect(await drawn({ a: { size: Number.POSITIVE_INFINITY, at: () => 7 } }, 5)).toEqual([{ a: 7 }]);
  });

  it("takes folds of one's own, and a seed beside them", async () => {
    const folds = [{ train: [0, 1, 2, 3], test: [4, 5] }];
    const search = (seed: number) =>
      randomSearch(cart, { maxDepth: range.integers(0, 100) }, table, { target: "y", folds, seed, trials: 3 });
    const one = await search(1);
    expect(one.folds).toEqual([{ train: Uint32Array.of(0, 1, 2, 3), test: Uint32Array.of(4, 5) }]);
    expect((await search(2)).trials.map(({ parameters }) => parameters)).not.toEqual(
      one.trials.map(({ parameters }) => parameters),
    );
  });

  it.each<[string, () => unknown, string]>([
    [
      "no trials",
      () => randomSearch(cart, { maxDepth: [1] }, table, { ...run, trials: 0 }),
      "bad-option | cambium: randomSearch: trials expects a whole number from 1 to 100000, got 0",
    ],
    [
      "trials that were left out",
      () => randomSearch(cart, { maxDepth: [1] }, table, run as never),
      "bad-option | cambium: randomSearch: trials expects a whole number from 1 to 100000, got undefined",
    ],
    [
      "an empty space",
      () => randomSearch(cart, {}, table, { ...run, trials: 2 }),
      "bad-option | cambium: randomSearch expects for each parameter a list of at least one value, or a range, such as { maxDepth: [2, 4, 8] }, got none",
    ],
    [
      "what is neither a list nor a range",
      () => randomSearch(() => cart(), { maxDepth: null } as never, table, { ...run, trials: 2 }),
      "bad-option | cambium: randomSearch: maxDepth expects a list of at least one value, or a range, got null",
    ],
    [
      "another library's name",
      () => randomSearch(cart, { maxDepth: [1] }, table, { ...run, n_iter: 3 } as never),
      'unknown-option | cambium: randomSearch has no option "n_iter"; it is called trials here;',
    ],
  ])("refuses %s", async (_name, misuse, message) => {
    const failure = await failureOf(async () => misuse());
    expect(failure.slice(0, message.length)).toBe(message);
  });
});
