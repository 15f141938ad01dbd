import type { Pacer } from "@cambium/kernels";
import { orderInTurns } from "../util/order-of-values.ts";
import { inTurns } from "../util/turns.ts";

/** The rows in ascending order of their values, equal values in row order, NaN last. */
export function sortColumn(values: Float64Array | Float32Array, pacer: Pacer): Promise<Uint32Array> {
  return inTurns(orderInTurns(values), pacer);
}
