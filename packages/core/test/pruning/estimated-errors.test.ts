import { describe, expect, it } from "vitest";
import {
  atOnce,
  cart,
  createPacer,
  errorBased,
  type PostPruning,
  pessimisticError,
  type Tree,
} from "../../src/index.ts";
import { trainingErrors } from "../../src/pruning/training-errors.ts";
import { failureOf } from "../support/failure-of.ts";
import { type Shape, treeOfCounts } from "../support/tree-of-counts.ts";

async function marks(strategy: PostPruning, tree: Tree): Promise<number[]> {
  return [...(await strategy.prune(tree, [], createPacer())).collapse];
}

/** Six, nine and one row, all of one class but the last: the subtree of Quinlan's book (C4.5, chapter 4). */
const quinlans: Shape = {
  sides: [
    [6, 0],
    {
      sides: [
        [9, 0],
        [0, 1],
      ],
    },
  ],
};

describe("trainingErrors", () => {
  it("gives whole weights back exactly, whatever their shares were rounded to", () => {
    for (let rows = 2; rows < 400; rows++) {
      for (const errors of [1, Math.floor(rows / 3), Math.floor(rows / 2)]) {
        expect(atOnce(trainingErrors(treeOfCounts([rows - errors, errors])))[0]).toBe(errors);
      }
    }
  });

  it("counts all but the heaviest class", () => {
    expect([
      ...atOnce(
        trainingErrors(
          treeOfCounts({
            sides: [
              [3, 1, 2],
              [0, 5, 1],
            ],
          }),
        ),
      ),
    ]).toEqual([6, 3, 1]);
  });
});

describe("errorBased", () => {
  it("replaces the subtree of Quinlan's book: 3.273 errors below, 2.507 as a leaf", async () => {
    expect((await marks(errorBased({ raising: false }), treeOfCounts(quinlans)))[0]).toBe(1);
  });

  it("keeps a split that parts the classes", async () => {
    expect(
      await marks(
        errorBased({ raising: false }),
        treeOfCounts({
          sides: [
            [20, 0],
            [0, 20],
          ],
        }),
      ),
    ).toEqual([0, 0, 0]);
  });

  it("lets a leaf be worse by up to a tenth of an error, as C4.5 does", async () => {
    // 5.648 errors as a leaf against 5.558 below; then 5.698 against 5.597.
    expect(
      await marks(
        errorBased({ raising: false }),
        treeOfCounts({
          sides: [
            [4, 3],
            [0, 4],
          ],
        }),
      ),
    ).toEqual([1, 0, 0]);
    expect(
      await marks(
        errorBased({ raising: false }),
        treeOfCounts({
          sides: [
            [4, 3],
            [0, 5],
          ],
        }),
      ),
    ).toEqual([0, 0, 0]);
  });

  it("judges a node by what is left below it", async () => {
    // As a leaf the root has 3.675 errors: less than the 4.023 of all leaves, but not than the 3.257 that pruning leaves.
    expect(await marks(errorBased({ raising: false }), treeOfCounts({ sides: [[0, 1], quinlans] }))).toEqual([
      0, 0, 1, 0, 0, 0, 0,
    ]);
  });

  it("leaves the larger a tree the higher the confidence is", async () => {
    const shape: Shape = {
      sides: [
        [8, 1],
        [2, 5],
      ],
    };
    expect(await marks(errorBased({ confidence: 0.5, raising: false }), treeOfCounts(shape))).toEqual([0, 0, 0]);
    expect(await marks(errorBased({ confidence: 0.0001, raising: false }), treeOfCounts(shape))).toEqual([1, 0, 0]);
  });

  it.each([0, -0.1, 0.6, Number.NaN])("refuses the confidence %d", async (confidence) => {
    expect(await failureOf(() => errorBased({ confidence }))).toBe(
      `bad-option | cambium: errorBased: confidence expects a number above 0 and up to 0.5, got ${confidence}`,
    );
  });
});

describe("pessimisticError", () => {
  it("replaces a subtree whose errors are within one standard error", async () => {
    // Three leaves without error: 1.5 below, ± √(1.5 · 14.5 / 16) = 1.166; one error and a half as a leaf.
    expect((await marks(pessimisticError(), treeOfCounts(quinlans)))[0]).toBe(1);
  });

  it("adds half an error to the leaf too, and a standard error below 1 to two leaves without error", async () => {
    // 1 below, ± √(1 · 19 / 20) = 0.975: a leaf of 1.5 goes in, one of 2.5 does not.
    expect(
      await marks(
        pessimisticError(),
        treeOfCounts({
          sides: [
            [19, 0],
            [0, 1],
          ],
        }),
      ),
    ).toEqual([1, 0, 0]);
    expect(
      await marks(
        pessimisticError(),
        treeOfCounts({
          sides: [
            [18, 0],
            [0, 2],
          ],
        }),
      ),
    ).toEqual([0, 0, 0]);
  });

  it("takes the leaf where both are equal", async () => {
    // 2 below, ± √(2 · 2 / 4) = 1; 2.5 and a half as a leaf. Only weights can do that.
    const shape: Shape = {
      sides: [
        [1.5, 0, 0.5],
        [0, 1.5, 0.5],
      ],
    };
    expect(await marks(pessimisticError(), treeOfCounts(shape))).toEqual([1, 0, 0]);
  });

  it("judges a node by its full subtree, not by what pruning leaves of it", async () => {
    // The root has 3.5 errors as a leaf. Its four leaves have 2 ± 1.34 together; were the pairs pruned
    // first, 2.5 ± 1.49 would be left, and it would go too.
    const pair = (a: number, b: number): Shape => ({
      sides: [
        [a, 0],
        [0, b],
      ],
    });
    const shape: Shape = { sides: [pair(10, 1), pair(10, 2)] };
    expect(await marks(pessimisticError(), treeOfCounts(shape))).toEqual([0, 1, 0, 0, 0, 0, 0]);
  });
});

describe("both", () => {
  const numbers = { x: [1, 2, 3, 4], y: [1, 2, 3, 4] };

  it.each([pessimisticError(), errorBased()])(
    "$name refuses a target of numbers, and says what is to be done",
    async (prune) => {
      expect(await failureOf(() => cart({ prune }).fit(numbers, { target: "y" }))).toBe(
        `bad-option | cambium: cart: pruning by ${prune.name} is for classification, but the target "y" is taken for regression; pass task: "classification" to fit, or prune by reducedError() or costComplexity()`,
      );
    },
  );

  it("leave a tree of one class as it is", async () => {
    for (const prune of [pessimisticError(), errorBased()]) {
      const model = await cart({ prune }).fit({ x: [1, 2], y: ["a", "a"] }, { target: "y" });
      expect(model.report).toContain(`pruning by ${prune.name} cut nothing from 1 node`);
    }
  });
});
