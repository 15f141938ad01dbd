import { describe, expect, it } from "vitest";
import { adaBoost, bagging, c45, cart, extraTrees, type Learner, type Model, randomForest } from "../../src/index.ts";
import { winsTie } from "../../src/splitter/wins-tie.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(3);
const known = Array.from({ length: 60 }, () => Math.floor(9 * random()));
const letters = known.map((value) => "abcdefghi"[value]);
const four = (column: readonly (number | string)[]) => ({ p: column, q: column, r: column, s: column });
const numbers = { ...four(known), y: known.map((value) => value + Math.floor(3 * random())) };
const classes = { ...four(known), y: known.map((value) => (value + 3 * random() > 6 ? "yes" : "no")) };
const words = { ...four(letters), y: numbers.y };
const all = { bootstrap: false, seed: 1 };

/** How many cuts of the model ask for each of the four columns. */
async function usesOf(learner: Learner<Model, object>, table: object): Promise<number[]> {
  const { trees } = (await learner.fit(table as never, { target: "y" })).ensemble;
  const uses = [0, 0, 0, 0];
  for (const { feature } of trees) for (const asked of feature) if (asked >= 0) uses[asked]++;
  return uses;
}

describe("winsTie", () => {
  it("is an order: of two different features one wins, and who beats the winner beats the loser", () => {
    for (let key = 0; key < 40; key++) {
      for (const draw of [null, { key }]) {
        const beats = (a: number, b: number) => winsTie(draw, 7, a, b);
        const inOrder = [3, 1, 0, 2].sort((a, b) => (beats(a, b) ? -1 : 1));
        inOrder.forEach((a, i) => {
          inOrder.forEach((b, j) => {
            expect(beats(a, b)).toBe(i < j);
          });
        });
      }
    }
  });

  it("goes to the lowest feature in trees that chance has no say in", async () => {
    for (const learner of [cart(), adaBoost(cart({ maxDepth: 2 }))] as Learner<Model, object>[]) {
      const [first, ...others] = await usesOf(learner, numbers);
      expect(first).toBeGreaterThan(0);
      expect(others).toEqual([0, 0, 0]);
    }
  });
});

describe.each<[string, Learner<Model, object>, object]>([
  ["grown whole", bagging(cart(), { ...all, trees: 60 }), numbers],
  ["grown whole, of classes", randomForest({ ...all, trees: 60, columnSample: { node: 1 } }), classes],
  ["grown by steps", bagging(cart({ maxLeaves: 8 }), { ...all, trees: 60 }), numbers],
  ["of categories", bagging(cart(), { ...all, trees: 60 }), words],
  ["of medians", bagging(cart({ criterion: "absoluteError" }), { ...all, trees: 60 }), numbers],
  ["of C4.5", bagging(c45(), { ...all, trees: 200 }), classes],
  ["of a quarter of the columns", extraTrees({ trees: 60, columnSample: { node: 0.25 } }), numbers],
])("of four equal columns a forest %s", (_name, learner, table) => {
  it("asks for each about as often as for any other", async () => {
    const uses = await usesOf(learner, table);
    const total = uses.reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(150);
    // Five standard deviations of a binomial with a chance of one in four.
    const slack = 5 * Math.sqrt((total * 3) / 16);
    for (const count of uses) expect(Math.abs(count - total / 4)).toBeLessThan(slack);
  });
});
