import { padTo8 } from "../file/array-kinds.ts";
import type { FileSections, SectionReader } from "../file/read-file.ts";
import type { WrittenSection } from "../file/write-file.ts";
import { allValues, countNotZero, sparseValuesOf } from "../tree/sparse-values.ts";
import type { SparseValues, Tree } from "../tree/tree.ts";
import { damagedModel } from "./model-format.ts";

/*
 * The values of the nodes: what each would predict if it were a leaf. Of many classes a node has a few, and the shares of the others
 * are 0. So a file has one of two sections, whichever is smaller, and of two that are alike the first:
 *
 *   vals  the width of the values, u32; by tree all of them, f64
 *   spar  the width of the values, u32; by tree: how many values of each node are not 0, u32; their places in the node, in ascending
 *         order, node after node, u32; and these values in the same order, f64
 *
 * A model that is loaded from the section `spar` keeps its values without zeros, so that it takes no more memory than its file. It gets the zeros
 * back where they are few: the kernels add up whole leaves faster than single values of them.
 */

/** The zeros are few where all values take at most so many times the bytes that the nodes and their listed values have in the file. */
const MOST_GROWTH = 4;
/** What a node has in the sections `tree` and `spar`, and what a value has that is listed. */
const NODE_BYTES = 49;
const LISTED_BYTES = 12;

/** The section that has the values, and its parts. */
export function valueParts(trees: readonly Tree[]): Pick<WrittenSection, "tag" | "parts"> {
  const width = Uint32Array.of(trees.length === 0 ? 1 : trees[0].valueWidth);
  if (isSparseSmaller(trees)) return { tag: "spar", parts: [width, ...trees.flatMap(sparseParts)] };
  return { tag: "vals", parts: [width, ...trees.map(({ value }) => value)] };
}

function isSparseSmaller(trees: readonly Tree[]): boolean {
  let dense = 0;
  let sparse = 0;
  for (const tree of trees) {
    const { nodeCount, valueWidth, sparseValues } = tree;
    if (valueWidth === 1) return false;
    const some = sparseValues === undefined ? countNotZero(tree.value) : sparseValues.numbers.length;
    dense += 8 * nodeCount * valueWidth;
    sparse += padTo8(4 * nodeCount) + padTo8(4 * some) + 8 * some;
  }
  return sparse < dense;
}

function sparseParts(tree: Tree): WrittenSection["parts"] {
  const { starts, places, numbers } = sparseValuesOf(tree);
  const counts = new Uint32Array(tree.nodeCount);
  for (let node = 0; node < counts.length; node++) counts[node] = starts[node + 1] - starts[node];
  return [counts, places, numbers];
}

/** The width of the values, and those of each tree. `counts`: the numbers of nodes. */
export function readValues(sections: FileSections, counts: readonly number[]) {
  const sparse = sections.readIfThere("spar", (section) => readSparse(section, counts));
  if (sparse === null) return sections.read("vals", (section) => readDense(section, counts));
  if (sections.readIfThere("vals", (section) => readDense(section, counts)) === null) return sparse;
  throw damagedModel("it has the values of its nodes twice");
}

function readDense(section: SectionReader, counts: readonly number[]) {
  const [valueWidth] = section.array("u32", 1);
  return { valueWidth, values: counts.map((nodeCount) => section.array("f64", nodeCount * valueWidth)) };
}

function readSparse(section: SectionReader, counts: readonly number[]) {
  const [valueWidth] = section.array("u32", 1);
  const values = counts.map((nodeCount) => readSparseTree(section, nodeCount, valueWidth));
  const nodes = counts.reduce((sum, nodeCount) => sum + nodeCount, 0);
  const listed = values.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const hasFewZeros = 8 * valueWidth * nodes <= MOST_GROWTH * (NODE_BYTES * nodes + LISTED_BYTES * listed);
  return { valueWidth, values: hasFewZeros ? values.map((sparse) => allValues(sparse, valueWidth)) : values };
}

function readSparseTree(section: SectionReader, nodeCount: number, valueWidth: number): SparseValues {
  const counts = section.array("u32", nodeCount);
  const starts = new Uint32Array(nodeCount + 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const places = section.array("u32", total);
  const numbers = section.array("f64", total);
  let next = 0;
  for (let node = 0; node < nodeCount; node++) {
    let least = 0;
    for (const end = next + counts[node]; next < end; next++) {
      const place = places[next];
      if (place < least || place >= valueWidth) throw section.damaged(`has a place out of order in node ${node}`);
      if (numbers[next] === 0) throw section.damaged(`lists a value of 0 in node ${node}`);
      least = place + 1;
    }
    starts[node + 1] = next;
  }
  return { starts, places, numbers };
}
