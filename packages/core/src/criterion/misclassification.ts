import { classLeaves, recordOf } from "./class-records.ts";
import type { Criterion } from "./criterion.ts";
import { measuredBy } from "./measure-of.ts";

/**
 * The weight of the rows that are not of their node's most frequent class. Sums of weights are exact, and so is this gain.
 * It is 0 wherever the children agree on the class, however much purer they are: trees end early, so other criteria are
 * better to grow by, and this one to prune by.
 */
export function misclassification(): Criterion<"classification"> {
  return measuredBy("misclassification", {
    ...classLeaves,
    name: "misclassification",
    gain(stats, parent, firstChild, childCount, width) {
      let right = 0;
      for (let child = firstChild; child < firstChild + childCount * width; child += width) {
        if (!(stats[child + width - 1] > 0)) return 0;
        right += largestClass(stats, child, width);
      }
      // Only records that are off the grid can make this negative.
      return Math.max(0, right - largestClass(stats, parent, width));
    },
    impurity(goal, rows) {
      const stats = recordOf(goal, rows);
      return stats[stats.length - 1] - largestClass(stats, 0, stats.length);
    },
  });
}

function largestClass(stats: Float64Array, at: number, width: number): number {
  let most = 0;
  for (let k = 0; k < width - 1; k++) most = Math.max(most, stats[at + k]);
  return most;
}
