import type { Pacer } from "@cambium/kernels";
import type { FitGoal, GradientGoal } from "../goal/fit-goal.ts";
import { gridExponent, largestOf, narrowExponent, powerOfTwo, roundRange } from "../util/grid.ts";
import { forRanges } from "../util/ranges.ts";
import type { GradientBits } from "./splitter.ts";

/** What narrow sums may lose: this share of the sum of the sizes, of gradients and of hessians each. */
const NARROW_LOSS = 2 ** -10;

/** The largest narrow gradient, and the largest narrow hessian, which has no sign. */
const MOST_NARROW = [2 ** 15 - 1, 2 ** 16 - 1] as const;

/** The step of narrow gradients is 2^-k, with this k; and that of hessians, where `part` is 1. */
export function narrowStep(most: number, part: 0 | 1): number {
  return narrowExponent(most, MOST_NARROW[part]);
}

/** Whether a tree chooses its splits by narrow sums: sums of the sizes of all gradients and all hessians, and of what rounding changes. */
export function isChosenNarrow(
  bits: GradientBits,
  { sizes, errors }: Readonly<Record<"sizes" | "errors", readonly [number, number]>>,
): boolean {
  return bits === 16 || (bits === "auto" && errors.every((error, part) => error <= NARROW_LOSS * sizes[part]));
}

/**
 * What the kernels on bins do with a goal when they take it in: it comes on the grid of its rows, and as the one to choose splits by, which is the
 * same or has fewer bits. The goal itself stays as it is; one of classes, or without `bits`, is both.
 */
export async function roundGoal(goal: FitGoal, rows: Uint32Array, bits: GradientBits | undefined, pacer: Pacer) {
  if (bits === undefined || goal.kind !== "gradients") return { fine: goal, coarse: goal };
  const { gradients, hessians, targets } = goal;
  const first = await roundPart(gradients, 0, rows, pacer);
  const second = await roundPart(hessians, 1, rows, pacer);
  const goalOf = (part: "fine" | "coarse"): GradientGoal => {
    return { kind: "gradients", gradients: first[part], hessians: second[part], targets };
  };
  const fine = goalOf("fine");
  const isNarrow = isChosenNarrow(bits, { sizes: [first.size, second.size], errors: [first.error, second.error] });
  return { fine, coarse: isNarrow ? goalOf("coarse") : fine };
}

async function roundPart(values: Float64Array, part: 0 | 1, rows: Uint32Array, pacer: Pacer) {
  let most = 0;
  await forRanges(rows.length, pacer, (start, end) => {
    most = Math.max(most, largestOf(values, rows, start, end));
  });
  const grid = gridExponent(rows.length, most);
  const narrow = narrowStep(most, part);
  const [up, down] = [powerOfTwo(narrow), powerOfTwo(-narrow)];
  const fine = values.slice();
  const coarse = new Float64Array(values.length);
  let [size, error] = [0, 0];
  await forRanges(rows.length, pacer, (start, end) => {
    roundRange(fine, rows, grid, start, end);
    for (let i = start; i < end; i++) {
      const value = fine[rows[i]];
      coarse[rows[i]] = (value * up + NO_FRACTION - NO_FRACTION) * down;
      size += Math.abs(value);
      error += Math.abs(value - coarse[rows[i]]);
    }
  });
  return { fine, coarse, size, error };
}

/** Added to a number below 2^51 and taken away again it leaves the nearest whole number, of two the even one: a double has no room for more. */
const NO_FRACTION = 3 * 2 ** 51;
