import { cart, gini, squaredError } from "@cambium/core";
import { expect, test } from "vitest";
import {
  checkCriterion,
  checkGrower,
  checkLoss,
  checkPruning,
  checkSplitter,
  checkTable,
  type Report,
} from "../../src/index.ts";

const kits: Readonly<Record<string, (subject: never) => Promise<Report>>> = {
  checkCriterion,
  checkGrower,
  checkLoss,
  checkPruning,
  checkSplitter,
  checkTable,
};

test.each(Object.entries(kits))(
  "%s says what it expects where it is given nothing, or a function",
  async (name, kit) => {
    const message = new RegExp(`^cambium: ${name} expects an? \\w+.*, as .* gives, got `);
    for (const subject of [undefined, null, 7, () => gini(), { name: "nothing else" }]) {
      await expect(kit(subject as never)).rejects.toMatchObject({
        code: "bad-option",
        message: expect.stringMatching(message),
      });
    }
  },
);

test("what a thing lacks is named", async () => {
  await expect(checkPruning(cart() as never)).rejects.toThrow(
    "checkPruning expects a pruning strategy, as maxDepth(3) or costComplexity({ folds: 10 }) gives, got an object without `stage`",
  );
  await expect(checkPruning({ stage: "before-split", name: "half" } as never)).rejects.toThrow("without `allows`");
  await expect(checkPruning({ stage: "after", name: "half" } as never)).rejects.toThrow("without `needs`, `prune`");
  await expect(checkLoss({ ...squaredError(), value: undefined } as never)).rejects.toThrow("without `value`");
  await expect(checkLoss(squaredError as never)).rejects.toThrow("got a function; call it, and pass what it returns");
  await expect(checkTable(Promise.resolve() as never)).rejects.toThrow("got a promise; await it first");
});
