import { describe, expect, it } from "vitest";
import { type Criterion, type CriterionName, cart, entropy, poissonDeviance } from "../../src/index.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

const random = randomNumbers(55);
const a = Float64Array.from({ length: 240 }, random);
const b = Float64Array.from({ length: 240 }, random);
const counts = a.map((value, row) => Math.max(0, Math.round(6 * value + 3 * b[row] + roughlyNormal(random))));
const label = Array.from(counts, (count) => (count > 5 ? "many" : count > 3 ? "some" : "few"));

describe.each<[CriterionName, ArrayLike<unknown>]>([
  ["gini", label],
  ["entropy", label],
  ["misclassification", label],
  ["squaredError", counts],
  ["poisson", counts],
])("trees by %s", (criterion, y) => {
  const pick = (values: ArrayLike<unknown>, rows: readonly number[]) => rows.map((row) => values[row]);
  const rows = [...counts.keys()];
  const grow = (columns: Record<string, ArrayLike<unknown>>, target = y, weight?: readonly number[]) =>
    cart({ criterion, maxDepth: 4 }).fit({ ...columns, y: target }, { target: "y", ...(weight && { weight }) });

  it("do not depend on the order of rows or columns, nor on the scale of a column", async () => {
    const model = await grow({ a, b });
    const back = [...rows].reverse();
    expect((await grow({ a: pick(a, back), b: pick(b, back) }, pick(y, back))).toBytes()).toEqual(model.toBytes());
    const swapped = await grow({ b, a });
    expect(swapped.ensemble.trees[0].gain[0]).toBe(model.ensemble.trees[0].gain[0]);
    // Errors are whole numbers, so that below the root different columns often gain the same: then the first one wins.
    if (criterion !== "misclassification") expect(swapped.predict({ a, b })).toEqual(model.predict({ a, b }));
    const cubes = a.map((value) => value ** 3 + 10);
    expect((await grow({ a: cubes, b })).predict({ a: cubes, b })).toEqual(model.predict({ a, b }));
    expect(model.ensemble.trees[0].nodeCount).toBeGreaterThan(5);
  });

  it("take weight k for k copies", async () => {
    const weight = rows.map((row) => 1 + (row % 3));
    const copies = rows.flatMap((row) => new Array<number>(weight[row]).fill(row));
    const weighted = await grow({ a, b }, y, weight);
    const copied = await grow({ a: pick(a, copies), b: pick(b, copies) }, pick(y, copies));
    const [one, other] = [weighted, copied].map((model) => [...model.predictScore({ a, b })]);
    one.forEach((score, i) => {
      expect(score).toBeCloseTo(other[i], 9);
    });
    expect(copied.ensemble.trees[0].threshold).toEqual(weighted.ensemble.trees[0].threshold);
  });
});

describe.each<[string, () => Criterion, ArrayLike<unknown>]>([
  ["entropy", entropy, label],
  ["poisson", poissonDeviance, counts],
])("the bound of the gains of %s", (_, criterion, y) => {
  it("changes no byte of a model, and saves most of the gains", async () => {
    let asked = 0;
    const counted = (given: Criterion): Criterion => ({
      ...given,
      gain: (...records) => {
        asked++;
        return given.gain(...records);
      },
    });
    const { gainBound, ...unbounded } = criterion();
    const holed = { a: a.map((value, row) => (row % 11 === 0 ? Number.NaN : value)), b, y };
    const grow = async (given: Criterion) => {
      asked = 0;
      return (await cart({ criterion: counted(given) }).fit(holed, { target: "y" })).toBytes();
    };
    const expected = await grow(unbounded);
    const askedWithout = asked;
    expect(await grow(criterion())).toEqual(expected);
    expect(gainBound).toBeDefined();
    expect(asked).toBeLessThan(0.5 * askedWithout);
  });
});
