import type { GrowthLimit } from "@cambium/core";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";

/** Laws of a limit during growth. */
export function limitLaws(limit: GrowthLimit): Check[] {
  return [
    {
      law: "the number of leaves is whole, and at least 1",
      lookAt: "`leaves`: a tree has its root, if nothing else; refuse other numbers where the strategy is made",
      run: () => {
        const { leaves } = limit;
        if (!(Number.isInteger(leaves) && leaves >= 1))
          throw new Mismatch("leaves", "a whole number >= 1", show(leaves));
      },
    },
    {
      law: "the number of leaves is always the same",
      lookAt: "`leaves`: a plain field, so that the trees of the folds have the same limit",
      run: () => {
        const [first, second] = [limit.leaves, limit.leaves];
        if (!Object.is(first, second)) throw new Mismatch("leaves, read again", show(first), show(second));
      },
    },
  ];
}
