import { padTo8 } from "../file/array-kinds.ts";
import type { FileSections, SectionReader } from "../file/read-file.ts";
import type { WrittenSection } from "../file/write-file.ts";
import type { Tree } from "../tree/tree.ts";
import { damagedModel } from "./damaged-model.ts";

/*
 * The values of the nodes: what each would predict if it were a leaf. Of many classes a node has a few, and the shares of the others
 * are 0. So a file has one of two sections, whichever is smaller, and of two that are alike the first:
 *
 *   vals  the width of the values, u32; by tree all of them, f64
 *   spar  the width of the values, u32; by tree: how many values of each node are not 0, u32; their places in the node, in ascending
 *         order, node after node, u32; and these values in the same order, f64
 */

/**
 * How many values, zeros included, a model of the section `spar` has at most: 1 GiB of them. Models of more have the section `vals`, so
 * that a small file never becomes a larger model than that.
 */
const MOST_SPARSE_VALUES = 2 ** 27;

/** The section that has the values, and its parts. */
export function valueParts(trees: readonly Tree[]): Pick<WrittenSection, "tag" | "parts"> {
  const width = Uint32Array.of(trees.length === 0 ? 1 : trees[0].valueWidth);
  const sparse = isSparseSmaller(trees);
  return {
    tag: sparse ? "spar" : "vals",
    parts: [width, ...trees.flatMap((tree) => (sparse ? sparseParts(tree) : [tree.value]))],
  };
}

function isSparseSmaller(trees: readonly Tree[]): boolean {
  let values = 0;
  let dense = 0;
  let sparse = 0;
  for (const { value, nodeCount, valueWidth } of trees) {
    if (valueWidth === 1) return false;
    const some = countPresent(value);
    values += value.length;
    dense += 8 * value.length;
    sparse += padTo8(4 * nodeCount) + padTo8(4 * some) + 8 * some;
  }
  return values <= MOST_SPARSE_VALUES && sparse < dense;
}

function countPresent(values: Float64Array): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) count++;
  return count;
}

function sparseParts({ value, nodeCount, valueWidth }: Tree): WrittenSection["parts"] {
  const total = countPresent(value);
  const counts = new Uint32Array(nodeCount);
  const places = new Uint32Array(total);
  const present = new Float64Array(total);
  let next = 0;
  for (let node = 0; node < nodeCount; node++) {
    const start = next;
    for (let k = 0; k < valueWidth; k++) {
      const one = value[node * valueWidth + k];
      if (one === 0) continue;
      places[next] = k;
      present[next++] = one;
    }
    counts[node] = next - start;
  }
  return [counts, places, present];
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
  const all = valueWidth * counts.reduce((sum, nodeCount) => sum + nodeCount, 0);
  if (all > MOST_SPARSE_VALUES)
    throw section.damaged(`stands for ${all} values, expected at most ${MOST_SPARSE_VALUES}`);
  return { valueWidth, values: counts.map((nodeCount) => readSparseTree(section, nodeCount, valueWidth)) };
}

function readSparseTree(section: SectionReader, nodeCount: number, valueWidth: number): Float64Array {
  const counts = section.array("u32", nodeCount);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const places = section.array("u32", total);
  const present = section.array("f64", total);
  const value = new Float64Array(nodeCount * valueWidth);
  let next = 0;
  for (let node = 0; node < nodeCount; node++) {
    let least = 0;
    for (const end = next + counts[node]; next < end; next++) {
      const place = places[next];
      if (place < least || place >= valueWidth) throw section.damaged(`has a place out of order in node ${node}`);
      value[node * valueWidth + place] = present[next];
      least = place + 1;
    }
  }
  return value;
}
