import { describe, expect, it, vi } from "vitest";
import {
  adaBoost,
  boosting,
  type CambiumWarning,
  cart,
  crossValidate,
  gridSearch,
  type Learner,
  randomSearch,
} from "../../src/index.ts";

const rows = 80;
const x = Array.from({ length: rows }, (_, row) => Math.sin(row));
const table = {
  id: x.map((_, row) => `id ${row}`),
  row: x.map((_, row) => row),
  none: x.map(() => null),
  // No value in the rows of a fold, and many in the others.
  rare: x.map((value, row) => (row < 4 ? value : null)),
  x,
  y: x.map((value) => (value > 0 ? "a" : "b")),
};
const run = { target: "y", folds: 4, seed: 1 };
const expected = ["identifier-left-out id", "row-number row", "empty-column none"];

function listener() {
  const told: string[] = [];
  return { told, onWarning: ({ code, column }: CambiumWarning) => void told.push(`${code} ${column}`) };
}

const learners: readonly (readonly [string, Learner])[] = [
  ["cart", cart()],
  ["boosting", boosting({ rounds: 3 })],
  ["boosting that ends early", boosting({ rounds: 9, earlyStopping: { patience: 2 } })],
];

describe("warnings of folds", () => {
  it.each(learners)("are told once for all of them, by the whole table: %s", async (_name, learner) => {
    const { told, onWarning } = listener();
    const found = await crossValidate(learner, table, { ...run, onWarning });
    expect(told).toEqual(expected);
    expect(found.warnings.map(({ code, column }) => `${code} ${column}`)).toEqual(expected);
  });

  it("leave the same columns out of every fold as of a fit", async () => {
    const ids = { ...run, onWarning: () => {} };
    const { id: _, ...without } = table;
    expect((await crossValidate(cart(), table, ids)).scores).toEqual(
      (await crossValidate(cart(), without, ids)).scores,
    );
  });

  it("are told once for a search, and its last fit", async () => {
    const make = ({ maxDepth }: { readonly maxDepth: number }) => cart({ maxDepth });
    for (const search of [
      (options: object) => gridSearch(make, { maxDepth: [1, 2] }, table, { ...run, refit: true, ...options }),
      (options: object) =>
        randomSearch(make, { maxDepth: [1, 2] }, table, { ...run, refit: true, trials: 2, ...options }),
    ]) {
      const { told, onWarning } = listener();
      const found = await search({ onWarning });
      expect(told).toEqual(expected);
      expect(found.warnings).toHaveLength(expected.length);
    }
  });

  it("go to the console where nobody listens", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    await crossValidate(cart(), table, run);
    expect(warn).toHaveBeenCalledTimes(expected.length);
    warn.mockRestore();
  });

  it("of what was learned come from the folds, once", async () => {
    const xor = {
      a: x.map((_, row) => row % 2),
      b: x.map((_, row) => (row >> 1) % 2),
      y: x.map((_, row) => ((row ^ (row >> 1)) % 2 === 0 ? "p" : "q")),
    };
    const folds = [0, 1].map((fold) => {
      const test = x.map((_, row) => row).filter((row) => Number(row >= rows / 2) === fold);
      return { test, train: x.map((_, row) => row).filter((row) => !test.includes(row)) };
    });
    const { told, onWarning } = listener();
    await crossValidate(adaBoost(), xor, { target: "y", folds, onWarning });
    expect(told).toEqual(["no-better-than-chance undefined"]);
  });

  it("reject with what the listener throws", async () => {
    const onWarning = () => {
      throw new Error("not with me");
    };
    await expect(crossValidate(cart(), table, { ...run, onWarning })).rejects.toThrow("not with me");
  });
});
