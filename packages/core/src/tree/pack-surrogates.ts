import type { SurrogateSplit } from "../splitter/split.ts";
import type { Surrogates } from "./surrogates.ts";

/** The surrogates of each node, as arrays; null where no node has any. */
export function packSurrogates(ofNodes: readonly (readonly SurrogateSplit[])[]): Surrogates | null {
  const all = ofNodes.flat();
  if (all.length === 0) return null;
  const categories = Uint32Array.from(all.flatMap((surrogate) => [...surrogate.categories]));
  const words = all.map((surrogate) => surrogate.categories.length);
  return {
    start: startsOf(ofNodes.map(({ length }) => length)),
    count: Uint32Array.from(ofNodes, ({ length }) => length),
    feature: Int32Array.from(all, ({ feature }) => feature),
    threshold: Float64Array.from(all, ({ threshold }) => threshold),
    lowChild: Uint8Array.from(all, ({ lowChild }) => lowChild),
    categoryStart: startsOf(words),
    categoryWords: Uint32Array.from(words),
    categories,
    agreement: Float64Array.from(all, ({ agreement }) => agreement),
    adjusted: Float64Array.from(all, ({ adjusted }) => adjusted),
  };
}

/** The surrogates of one node, as they were before they were packed. */
export function surrogatesOf(surrogates: Surrogates | null, node: number): SurrogateSplit[] {
  if (surrogates === null) return [];
  const { start, count, categoryStart, categoryWords } = surrogates;
  return Array.from({ length: count[node] }, (_, place) => {
    const at = start[node] + place;
    return {
      feature: surrogates.feature[at],
      threshold: surrogates.threshold[at],
      lowChild: surrogates.lowChild[at] === 0 ? 0 : 1,
      categories: surrogates.categories.subarray(categoryStart[at], categoryStart[at] + categoryWords[at]),
      agreement: surrogates.agreement[at],
      adjusted: surrogates.adjusted[at],
    };
  });
}

/** Where each run begins when runs of these lengths stand one after the other. */
function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(lengths.length);
  for (let i = 1; i < lengths.length; i++) starts[i] = starts[i - 1] + lengths[i - 1];
  return starts;
}
