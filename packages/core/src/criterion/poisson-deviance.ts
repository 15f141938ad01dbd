import { log, poissonBound, poissonGain } from "@cambium/kernels";
import type { FitGoal } from "../goal/fit-goal.ts";
import { exactSumInTurns } from "../util/exact-sum.ts";
import { atOnce, type Turns } from "../util/turns.ts";
import { gainOfCuts, recordOf } from "./class-records.ts";
import type { Criterion } from "./criterion.ts";
import { measuredBy } from "./measure-of.ts";

/**
 * Half the Poisson deviance, for targets that count something: Σ w·(y·ln(y/m) - y + m), with m the node's mean. The gain of
 * a cut is SL·ln(mL/m) + SR·ln(mR/m), S the sum of w·y, written as expected sum · `surprise` of each side: no terms cancel. As
 * for entropy its relative error is a few units in the last place, besides that of SL·R - SR·L. A child whose targets are
 * all 0 is no candidate: its mean would be 0, and any other count then infinitely unlikely. So where categories count nothing,
 * the best cut in the order of their means may be refused, and of the sets that remain one out of that order may be the best.
 */
export function poissonDeviance(): Criterion<"regression"> {
  return measuredBy("poisson", {
    name: "poisson",
    goal: "gradients",
    origin: "zero",
    gain: gainOfCuts((left, leftAt, right, rightAt) =>
      poissonGain(-left[leftAt], left[leftAt + 1], -right[rightAt], right[rightAt + 1]),
    ),
    // It takes no logarithm. The records hold -S and the weight.
    gainBound: (stats, left, width) =>
      poissonBound(-stats[left], stats[left + 1], -stats[left + width], stats[left + width + 1]),
    valueWidth: () => 1,
    leafValue(stats, node, _width, out, outAt) {
      out[outAt] = stats[node + 1] > 0 ? -stats[node] / stats[node + 1] + 0 : 0;
    },
    cover: (stats, node) => stats[node + 1],
    impurity: (goal, rows) => atOnce(impurityOf(goal, rows)),
    impurityInTurns: impurityOf,
  });
}

function* impurityOf(goal: FitGoal, rows: Uint32Array): Turns<number> {
  if (goal.kind !== "gradients") throw new TypeError(`criterion "poisson" needs gradients, got ${goal.kind}`);
  const [negativeSum, weight] = recordOf(goal, rows);
  const sumOfRows = yield* exactSumInTurns(rows.length, (i) => {
    const sum = -goal.gradients[rows[i]];
    return sum > 0 ? sum * log(timesMean(sum, goal.hessians[rows[i]], -negativeSum, weight)) : 0;
  });
  return Math.max(0, sumOfRows);
}

/** How often a row has the mean of all, (y / m), from sums and weights; 1 where these are too small to tell. */
function timesMean(sum: number, own: number, sumOfAll: number, weight: number): number {
  const product = (sum * weight) / (own * sumOfAll);
  if (product > 0 && product < Number.POSITIVE_INFINITY) return product;
  const quotient = sum / own / (sumOfAll / weight);
  return quotient > 0 && quotient < Number.POSITIVE_INFINITY ? quotient : 1;
}
