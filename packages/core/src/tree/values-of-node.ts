import { CambiumError } from "../util/cambium-error.ts";
import { type CostMatrix, predictedClass } from "./predicted-class.ts";
import type { SparseValues, Tree } from "./tree.ts";
import { MOST_VALUES } from "./value-limit.ts";

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

/** The numbers of `value` that are not 0. */
export function countNotZero(value: Float64Array): number {
  let count = 0;
  for (let i = 0; i < value.length; i++) if (value[i] !== 0) count++;
  return count;
}

/** The values of a tree without those that are 0. */
export function sparseValuesOf(tree: Tree): SparseValues {
  if (tree.sparseValues !== undefined) return tree.sparseValues;
  const { value, nodeCount, valueWidth } = tree;
  const count = countNotZero(value);
  const sparse = {
    starts: new Uint32Array(nodeCount + 1),
    places: new Uint32Array(count),
    numbers: new Float64Array(count),
  };
  let next = 0;
  for (let node = 0; node < nodeCount; node++) {
    for (let place = 0; place < valueWidth; place++) {
      const number = value[node * valueWidth + place];
      if (number === 0) continue;
      sparse.places[next] = place;
      sparse.numbers[next++] = number;
    }
    sparse.starts[node + 1] = next;
  }
  return sparse;
}

/** The values of all nodes, zeros included. */
export function allValues({ starts, places, numbers }: SparseValues, valueWidth: number): Float64Array {
  const nodeCount = starts.length - 1;
  const value = zeros(nodeCount * valueWidth);
  if (value === null) {
    const message = `the array \`value\` of a tree needs ${nodeCount * valueWidth} numbers, ${valueWidth} for each of ${nodeCount} nodes, more than there is room for; read single nodes by valuesOfNode`;
    throw new CambiumError("too-large", message);
  }
  for (let node = 0; node < nodeCount; node++) {
    for (let at = starts[node]; at < starts[node + 1]; at++) value[node * valueWidth + places[at]] = numbers[at];
  }
  return value;
}

/** Null where they are above the limit, or the host has less memory than that. */
function zeros(count: number): Float64Array | null {
  try {
    return count <= MOST_VALUES ? new Float64Array(count) : null;
  } catch {
    return null;
  }
}

/** A tree that keeps its values without zeros, and makes `value` when somebody reads it. */
export function sparseTree(tree: Omit<Tree, "value" | "sparseValues">, sparseValues: SparseValues): Tree {
  let value: Float64Array | undefined;
  const made = {
    ...tree,
    get value(): Float64Array {
      value ??= allValues(sparseValues, tree.valueWidth);
      return value;
    },
  };
  // It is not enumerable: a copy of the tree has `value`, and whoever changes that has changed all that the copy has.
  return Object.defineProperty(made, "sparseValues", { value: sparseValues });
}
