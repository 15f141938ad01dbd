import type { FitGoal } from "../goal/fit-goal.ts";
import { exactSumInTurns } from "../util/exact-sum.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { atOnce, type Turns } from "../util/turns.ts";
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
    impurity: (goal, rows) => atOnce(impurityOf(goal, rows)),
    impurityInTurns: impurityOf,
  };
}

function* impurityOf(goal: FitGoal, rows: Uint32Array): Turns<number> {
  if (goal.kind !== "gradients" || goal.targets === null)
    throw new TypeError('criterion "absoluteError" needs targets');
  const { targets, hessians } = goal;
  const places = yield* orderInTurns(numberByRow(rows.length, (i) => targets[rows[i]]));
  const half = (yield* exactSumInTurns(rows.length, (i) => hessians[rows[i]])) / 2;
  let below = 0;
  const middle = places.find((place) => {
    below += hessians[rows[place]];
    return below >= half && hessians[rows[place]] > 0;
  });
  const median = middle === undefined ? 0 : targets[rows[middle]];
  return yield* exactSumInTurns(rows.length, (i) => hessians[rows[i]] * Math.abs(targets[rows[i]] - median));
}
