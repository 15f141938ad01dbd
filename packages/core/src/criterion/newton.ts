import { beginGains, heldGain as gainHeldBack, newtonStep, type StepRules } from "@cambium/kernels";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { checkOptions, limitAboveZero, numberFromZero } from "../util/check-options.ts";
import { exactSumInTurns } from "../util/exact-sum.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import { square } from "../util/square.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import { type GainOfTwo, gainOfCuts } from "./class-records.ts";
import type { Criterion } from "./criterion.ts";
import { measuredBy } from "./measure-of.ts";

/**
 * Newton steps on sums of gradients G and hessians H, with `l2` added to every H: a leaf says -G/(H + l2), and a cut gains
 * GL²/(HL+l2) + GR²/(HR+l2) - G²/(H+l2), rearranged so that no squares are subtracted. With l2 = 0 this is least squares. `l1` and `maxDeltaStep`
 * hold leaves back; a cut then gains what such leaves save.
 */
export function newton(options: NewtonOptions = {}): Criterion<"regression"> {
  checkOptions("newton", options, newtonOptions);
  const { l1, l2, maxDeltaStep = Number.POSITIVE_INFINITY } = withDefaults(newtonOptions, options);
  const steps = { l1, l2, lower: -maxDeltaStep, upper: maxDeltaStep };
  const isFree = l1 === 0 && maxDeltaStep === Number.POSITIVE_INFINITY;
  const heldGain = (
    leftG: number,
    leftH: number,
    rightG: number,
    rightH: number,
    { lower, upper }: Pick<StepRules, "lower" | "upper"> = steps,
    direction = 0,
  ) => {
    const [low, high] = [Math.max(lower, -maxDeltaStep), Math.min(upper, maxDeltaStep)];
    beginGains(leftG + rightG, leftH + rightH, l1, l2, low, high);
    return gainHeldBack(leftG, leftH, rightG, rightH, direction);
  };
  const freeGain = (leftG: number, leftH: number, rightG: number, rightH: number) => {
    const a = leftH + l2;
    const b = rightH + l2;
    const scale = a * b * (a + b);
    // Beneath the range of a double, where the scale is 0, the gain is 0 too.
    if (!(a > 0 && b > 0 && scale > 0)) return 0;
    const d = leftG * b - rightG * a;
    return Math.max(0, (d * d) / scale - penalty(leftG + rightG, leftH + rightH, l2));
  };
  const gainOfTwo: GainOfTwo = (left, leftAt, right, rightAt) =>
    (isFree ? freeGain : heldGain)(left[leftAt], left[leftAt + 1], right[rightAt], right[rightAt + 1]);
  const criterion: Criterion<"regression"> = {
    name: "newton",
    goal: "gradients",
    steps,
    gain: gainOfCuts(gainOfTwo),
    gainWithin: (stats, left, width, bounds, direction) => {
      const right = left + width;
      return heldGain(stats[left], stats[left + 1], stats[right], stats[right + 1], bounds, direction);
    },
    valueWidth: () => 1,
    leafValue(stats, node, _width, out, outAt) {
      out[outAt] = newtonStep(stats[node], stats[node + 1], steps);
    },
    cover: (stats, node) => stats[node + 1],
    impurity: (goal, rows) => atOnce(impurityOf(goal, rows, l2)),
    impurityInTurns: (goal, rows) => impurityOf(goal, rows, l2),
  };
  return measuredBy(isFree ? "newton" : "heldNewton", criterion, l2);
}

function* impurityOf(goal: FitGoal, rows: Uint32Array, l2: number): Turns<number> {
  if (goal.kind !== "gradients") throw new TypeError(`criterion "newton" needs gradients, got ${goal.kind}`);
  const { gradients, hessians } = goal;
  const stats = new Float64Array(2);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) addRow(goal, rows[i], stats, 0);
  });
  const step = stats[0] / (stats[1] + l2);
  return yield* exactSumInTurns(rows.length, (i) => {
    const h = hessians[rows[i]];
    return h > 0 ? square(gradients[rows[i]] - h * step) / h : 0;
  });
}

const newtonOptions = /* @__PURE__ */ droppable(() => ({
  /** Added to the sum of hessians of every child. Default: 0. */
  l2: option(numberFromZero, 0),
  /** Draws sums of gradients to 0, and those that are no larger to 0 itself. Default: 0. */
  l1: option(numberFromZero, 0),
  /** No leaf is farther from 0. Default: none. */
  maxDeltaStep: option(limitAboveZero, null),
}));

export interface NewtonOptions extends OptionsOf<typeof newtonOptions> {}

/** What `l2` takes off the gain of cutting records that add up to G and H; the same for every cut in two of a node. */
function penalty(g: number, h: number, l2: number): number {
  return l2 === 0 ? 0 : (g * g * l2) / ((h + l2) * (h + 2 * l2));
}
