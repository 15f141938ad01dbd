import { exactSum } from "../util/grid.ts";
import type { Criterion } from "./criterion.ts";

/**
 * Absolute error around the median. Medians do not add up, so `absoluteErrorSplitter` finds the gains, and the record of a node is
 * [median, weight].
 */
export function absoluteError(): Criterion<"regression"> {
  return {
    name: "absoluteError",
    goal: "gradients",
    additive: false,
    gain() {
      throw new TypeError('unreachable: the gain of "absoluteError" does not follow from sums');
    },
    valueWidth: () => 1,
    leafValue(stats, node, _width, out, outAt) {
      out[outAt] = stats[node];
    },
    cover: (stats, node) => stats[node + 1],
    impurity(goal, rows) {
      if (goal.kind !== "gradients" || goal.targets === null)
        throw new TypeError('criterion "absoluteError" needs targets');
      const { targets, hessians } = goal;
      const order = rows.slice().sort((a, b) => targets[a] - targets[b]);
      const half = exactSum(order.length, (i) => hessians[order[i]]) / 2;
      let below = 0;
      const middle = order.find((row) => {
        below += hessians[row];
        return below >= half && hessians[row] > 0;
      });
      const median = middle === undefined ? 0 : targets[middle];
      return exactSum(rows.length, (i) => hessians[rows[i]] * Math.abs(targets[rows[i]] - median));
    },
  };
}
