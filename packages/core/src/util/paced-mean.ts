import type { Pacer } from "@cambium/kernels";
import { gridExponent, largestTerm, powerOfTwo, sumOfSteps } from "./grid.ts";
import { forRanges } from "./ranges.ts";

/** `weightedMean`, to the bit, for rows by the million: others have their turn in between. */
export async function pacedMean(values: Float64Array, weights: Float64Array | null, pacer: Pacer): Promise<number> {
  if (weights === null) return (await pacedSum(values, null, pacer)) / values.length;
  const total = await pacedSum(weights, null, pacer);
  return total === 0 ? 0 : (await pacedSum(values, weights, pacer)) / total;
}

async function pacedSum(values: Float64Array, weights: Float64Array | null, pacer: Pacer): Promise<number> {
  let most = 0;
  await forRanges(values.length, pacer, (start, end) => {
    most = Math.max(most, largestTerm(values, weights, start, end));
  });
  const k = gridExponent(values.length, most);
  let sum = 0;
  await forRanges(values.length, pacer, (start, end) => {
    sum += sumOfSteps(values, weights, k, start, end);
  });
  return sum * powerOfTwo(-k);
}
