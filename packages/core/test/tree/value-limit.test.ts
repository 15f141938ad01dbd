import { expect, it } from "vitest";
import { expectRoomForValues } from "../../src/tree/value-limit.ts";
import { failureOf } from "../support/failure-of.ts";

it("a model has room for 4 GiB of class shares, and one that needs more is refused with its size", async () => {
  expectRoomForValues(2 ** 17, 4096);
  expect(await failureOf(() => expectRoomForValues(2 ** 17 + 1, 4096))).toMatch(
    /^too-large \| cambium: a model has room for 536870912 class shares \(4 GiB\), and this one needs 4\.0 GiB or more: 131073 nodes of 4096 classes each; limit maxLeaves or maxDepth/,
  );
});
