import { addRow } from "../goal/fit-goal.ts";
import { checkOptions, numberFromZero, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { exactSum } from "../util/grid.ts";
import { square } from "../util/square.ts";
import type { Criterion } from "./criterion.ts";

/**
 * Newton steps on sums of gradients G and hessians H, with `l2` added to every H: a leaf says -G/(H + l2), and a cut gains
 * GL²/(HL+l2) + GR²/(HR+l2) - G²/(H+l2), rearranged so that no squares are subtracted. With l2 = 0 this is least squares.
 */
export function newton(options: { readonly l2?: number } = {}): Criterion {
  checkOptions("newton", options, newtonOptions);
  const { l2 = 0 } = options;
  return {
    name: "newton",
    goal: "gradients",
    kernel: { loop: "newton", l2 },
    gain(stats, _parent, firstChild, childCount, width) {
      let leftG = stats[firstChild];
      let leftH = stats[firstChild + 1];
      let gain = 0;
      for (let child = 1; child < childCount; child++) {
        const right = firstChild + child * width;
        const a = leftH + l2;
        const b = stats[right + 1] + l2;
        const scale = a * b * (a + b);
        // Beneath the range of a double, where the scale is 0, the gain is 0 too.
        if (!(a > 0 && b > 0 && scale > 0)) return 0;
        const d = leftG * b - stats[right] * a;
        gain += (d * d) / scale - penalty(leftG + stats[right], leftH + stats[right + 1], l2);
        leftG += stats[right];
        leftH += stats[right + 1];
      }
      return Math.max(0, gain);
    },
    valueWidth: () => 1,
    leafValue(stats, node, _width, out, outAt) {
      const denominator = stats[node + 1] + l2;
      out[outAt] = denominator > 0 ? -stats[node] / denominator + 0 : 0;
    },
    cover: (stats, node) => stats[node + 1],
    impurity(goal, rows) {
      if (goal.kind !== "gradients") throw new TypeError(`criterion "newton" needs gradients, got ${goal.kind}`);
      const { gradients, hessians } = goal;
      const stats = new Float64Array(2);
      for (let i = 0; i < rows.length; i++) addRow(goal, rows[i], stats, 0);
      const step = stats[0] / (stats[1] + l2);
      return exactSum(rows.length, (i) => {
        const h = hessians[rows[i]];
        return h > 0 ? square(gradients[rows[i]] - h * step) / h : 0;
      });
    },
  };
}

const newtonOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  l2: { ...numberFromZero, default: "0", about: "added to the sum of hessians of every child" },
}));

/** What `l2` takes off the gain of cutting records that add up to G and H; the same for every cut in two of a node. */
function penalty(g: number, h: number, l2: number): number {
  return l2 === 0 ? 0 : (g * g * l2) / ((h + l2) * (h + 2 * l2));
}
