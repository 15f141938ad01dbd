import { type CostMatrix, predictedClass } from "./predicted-class.ts";
import type { Tree } from "./tree.ts";

/*
 * How the values of a node are read, whether the tree has all of them or only those that are not 0. All that predicts, explains, checks or
 * saves a model reads them here, so that it takes no more time and memory than the tree itself, and `value` of a sparse tree is never made.
 */

/** The `valueWidth` numbers of a node. They may be a part of the tree, so they must not be changed. */
export function valuesOfNode(tree: Tree, node: number): Float64Array {
  const { sparseValues, valueWidth } = tree;
  if (sparseValues === undefined) return tree.value.subarray(node * valueWidth, (node + 1) * valueWidth);
  const { starts, places, numbers } = sparseValues;
  const values = new Float64Array(valueWidth);
  for (let at = starts[node]; at < starts[node + 1]; at++) values[places[at]] = numbers[at];
  return values;
}

/** One number of a node. */
export function valueOfNode(tree: Tree, node: number, place: number): number {
  return valuesOfNode(tree, node)[place];
}

/** Adds the values of a node, times `weight`, to the `valueWidth` sums from `at` on. */
export function addValuesOfNode(tree: Tree, node: number, weight: number, sums: Float64Array, at: number): void {
  const { sparseValues, valueWidth } = tree;
  if (sparseValues === undefined) {
    const { value } = tree;
    const from = node * valueWidth;
    for (let k = 0; k < valueWidth; k++) sums[at + k] += weight * value[from + k];
    return;
  }
  const { starts, places, numbers } = sparseValues;
  const end = starts[node + 1];
  for (let i = starts[node]; i < end; i++) sums[at + places[i]] += weight * numbers[i];
}

/** The numbers that a tree keeps, node after node: all of `value`, or those that are not 0. */
export function keptValues(tree: Tree): Float64Array {
  return tree.sparseValues === undefined ? tree.value : tree.sparseValues.numbers;
}

/** Where the numbers of a node begin in `keptValues`; they end where those of the next node begin. */
export function startOfKept({ sparseValues, valueWidth }: Tree, node: number): number {
  return sparseValues === undefined ? node * valueWidth : sparseValues.starts[node];
}

/** The class that a node decides for. */
export function predictedClassOfNode(cost: CostMatrix | null, tree: Tree, node: number): number {
  return predictedClass(cost, valuesOfNode(tree, node), 0, tree.valueWidth);
}
