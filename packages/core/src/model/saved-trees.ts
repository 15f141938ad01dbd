import { type AnyArray, type ArrayKind, padTo8 } from "../file/array-kinds.ts";
import type { FileSections, SectionReader } from "../file/read-file.ts";
import { counted, type WrittenSection } from "../file/write-file.ts";
import type { Surrogates } from "../tree/surrogates.ts";
import { hasSharedRows, type SparseValues, type Tree } from "../tree/tree.ts";
import { allValues, countNotZero, sparseTree, sparseValuesOf } from "../tree/values-of-node.ts";
import { damagedModel } from "./model-format.ts";

/** By their kinds the names of arrays, in the order in which they stand in the file. */
type ArrayTable<Name extends string> = Readonly<Partial<Record<ArrayKind, readonly Name[]>>>;
type NamesOf<Table> = Extract<Table[keyof Table], readonly string[]>[number];

/** One number a node, for every tree. */
const nodeArrays = {
  f64: ["threshold", "gain", "cover"],
  i32: ["feature"],
  u32: ["firstChild", "childCount", "missingChild", "rowCount"],
  u8: ["kind"],
} as const satisfies ArrayTable<keyof Tree>;

/** One number a node, for trees that part categories; behind them stand the words. */
const categoryArrays = { u32: ["categoryStart", "categoryWords"] } as const satisfies ArrayTable<keyof Tree>;

/** One number a node, for trees with surrogates; behind them stand those of `surrogateArrays`, and then the words. */
const surrogateNodeArrays = { u32: ["start", "count"] } as const satisfies ArrayTable<keyof Surrogates>;

/** One number a surrogate. */
const surrogateArrays = {
  f64: ["threshold", "agreement", "adjusted"],
  i32: ["feature"],
  u32: ["categoryStart", "categoryWords"],
  u8: ["lowChild"],
} as const satisfies ArrayTable<keyof Surrogates>;

export function nodeParts(trees: readonly Tree[]): WrittenSection["parts"] {
  return [
    ...counted(Float64Array.from(trees, ({ rootImpurity }) => rootImpurity)),
    Uint32Array.from(trees, ({ nodeCount }) => nodeCount),
    ...trees.flatMap((tree) => arraysOf(nodeArrays, tree)),
  ];
}

export function categoryParts(trees: readonly Tree[]): WrittenSection["parts"] {
  const some = trees.filter(({ categories }) => categories.length > 0);
  return [
    Uint32Array.from(trees, ({ categories }) => categories.length),
    ...some.flatMap((tree) => [...arraysOf(categoryArrays, tree), tree.categories]),
  ];
}

export function surrogateParts(trees: readonly Tree[]): WrittenSection["parts"] {
  const some = trees.flatMap(({ surrogates }) => surrogates ?? []);
  return [
    Uint32Array.from(trees, ({ surrogates }) => surrogates?.feature.length ?? 0),
    Uint32Array.from(trees, ({ surrogates }) => surrogates?.categories.length ?? 0),
    ...some.flatMap((of) => [...arraysOf(surrogateNodeArrays, of), ...arraysOf(surrogateArrays, of), of.categories]),
  ];
}

/** The arrays of these names, for a file. */
function arraysOf<Name extends string>(table: ArrayTable<Name>, arrays: Readonly<Record<Name, AnyArray>>): AnyArray[] {
  return Object.values(table).flatMap((names) => names.map((name) => arrays[name]));
}

/** The trees of a model, as the file has them: each array as long as it has to be, but with any numbers. */
export function readTrees(sections: FileSections): Tree[] {
  const nodes = sections.read("tree", readNodes);
  const counts = nodes.map(({ nodeCount }) => nodeCount);
  const categories = sections.readIfThere("cats", (section) => readCategories(section, counts));
  const { valueWidth, values } = readValues(sections, counts);
  const surrogates = sections.readIfThere("surr", (section) => readSurrogates(section, counts));
  return nodes.map((ofNodes, i) => {
    const tree = {
      ...ofNodes,
      ...(categories?.[i] ?? noCategories(ofNodes.nodeCount)),
      valueWidth,
      surrogates: surrogates?.[i] ?? null,
      sharesRows: hasSharedRows(ofNodes.missingChild),
    };
    const value = values[i];
    return value instanceof Float64Array ? { ...tree, value } : sparseTree(tree, value);
  });
}

type Nodes = Pick<Tree, "nodeCount" | "rootImpurity" | NamesOf<typeof nodeArrays>>;
type Categories = Pick<Tree, "categories" | NamesOf<typeof categoryArrays>>;

function readNodes(section: SectionReader): Nodes[] {
  const rootImpurities = section.list("f64");
  const counts = section.array("u32", rootImpurities.length);
  if (!rootImpurities.every(Number.isFinite)) throw damagedModel("a tree has an impurity that is not a finite number");
  return Array.from(counts, (nodeCount, i) => {
    if (nodeCount === 0) throw damagedModel("a tree has no nodes");
    const arrays = readArrays(section, nodeArrays, nodeCount);
    return { nodeCount, rootImpurity: rootImpurities[i], ...arrays } as Nodes;
  });
}

/** None of a tree that parts no categories. */
function readCategories(section: SectionReader, counts: readonly number[]): (Categories | null)[] {
  const words = section.array("u32", counts.length);
  return counts.map((nodeCount, i) => {
    if (words[i] === 0) return null;
    const arrays = readArrays(section, categoryArrays, nodeCount);
    return { ...arrays, categories: section.array("u32", words[i]) } as Categories;
  });
}

function noCategories(nodeCount: number): Categories {
  return {
    categoryStart: new Uint32Array(nodeCount),
    categoryWords: new Uint32Array(nodeCount),
    categories: new Uint32Array(0),
  };
}

function readSurrogates(section: SectionReader, counts: readonly number[]): (Surrogates | null)[] {
  const ofTrees = section.array("u32", counts.length);
  const words = section.array("u32", counts.length);
  return counts.map((nodeCount, i) => {
    if (ofTrees[i] === 0) return null;
    const byNode = readArrays(section, surrogateNodeArrays, nodeCount);
    const arrays = readArrays(section, surrogateArrays, ofTrees[i]);
    return { ...byNode, ...arrays, categories: section.array("u32", words[i]) } as unknown as Surrogates;
  });
}

/** The arrays of a table by their names. */
function readArrays(section: SectionReader, table: ArrayTable<string>, length: number): Record<string, AnyArray> {
  const kinds = Object.entries(table) as [ArrayKind, readonly string[]][];
  const read = kinds.flatMap(([kind, names]) => names.map((name) => [name, section.array(kind, length)]));
  return Object.fromEntries(read);
}

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
function readValues(sections: FileSections, counts: readonly number[]) {
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
