import { describe, expect, it } from "vitest";
import { type Criterion, cart, entropy, poissonDeviance } from "../../src/index.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

const random = randomNumbers(55);
const a = Float64Array.from({ length: 240 }, random);
const b = Float64Array.from({ length: 240 }, random);
const counts = a.map((value, row) => Math.max(0, Math.round(6 * value + 3 * b[row] + roughlyNormal(random))));
const label = Array.from(counts, (count) => (count > 5 ? "many" : count > 3 ? "some" : "few"));

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
