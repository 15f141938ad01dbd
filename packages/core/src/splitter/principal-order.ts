import { POWER_ROUNDS } from "@cambium/kernels";
import { square } from "../util/square.ts";
import { BinGroup, type BinTally } from "./bin-tally.ts";

/** A category's share of the weight of the present rows, and by how much its class shares differ from theirs. */
interface CentredShares {
  readonly code: number;
  readonly weight: number;
  readonly differences: Float64Array;
}

/**
 * The categories of a node by their place on the first principal axis of their class shares, each category with its
 * weight. Ties go to the lowest code. The power method finds the axis and starts at the class whose share varies most. The number of
 * rounds is fixed, and each has a fixed order, so that the same counts give the same order.
 */
export function principalOrder(tally: BinTally): number[] {
  const shares = centredShares(tally);
  const variances = new Float64Array(tally.width - 1);
  for (const { weight, differences } of shares) {
    for (let k = 0; k < variances.length; k++) variances[k] += weight * square(differences[k]);
  }
  let axis = new Float64Array(variances.length);
  axis[variances.indexOf(variances.reduce((most, variance) => Math.max(most, variance), 0))] = 1;
  for (let round = 0; round < POWER_ROUNDS; round++) axis = turn(axis, shares);
  const places = new Map(shares.map(({ code, differences }) => [code, placeOn(axis, differences)]));
  return [...tally.present].sort((a, b) => (places.get(a) as number) - (places.get(b) as number) || a - b);
}

function centredShares(tally: BinTally): CentredShares[] {
  const sums = new BinGroup(tally, tally.present).record;
  const total = sums[sums.length - 1];
  const mean = sums.subarray(0, -1).map((weight) => weight / total);
  return tally.present.map((code) => {
    const record = tally.recordOf(code);
    const weight = record[record.length - 1];
    // A category without weight may go anywhere.
    const differences = mean.map((share, k) => (weight > 0 ? record[k] / weight - share : 0));
    return { code, weight: weight / total, differences };
  });
}

/** The covariance of the shares, applied to a vector, and made as long as 1. */
function turn(axis: Float64Array<ArrayBuffer>, shares: readonly CentredShares[]): Float64Array<ArrayBuffer> {
  const turned = new Float64Array(axis.length);
  for (const { weight, differences } of shares) {
    const along = weight * placeOn(axis, differences);
    for (let k = 0; k < turned.length; k++) turned[k] += along * differences[k];
  }
  const length = Math.sqrt(turned.reduce((sum, x) => sum + square(x), 0));
  return length > 0 ? turned.map((x) => x / length) : axis;
}

function placeOn(axis: Float64Array, differences: Float64Array): number {
  return differences.reduce((place, difference, k) => place + difference * axis[k], 0);
}
