import type { AnyArray, ArrayKind } from "../file/array-kinds.ts";
import type { FileSections, SectionReader } from "../file/read-file.ts";
import { counted, type WrittenSection } from "../file/write-file.ts";
import { sparseTree } from "../tree/sparse-values.ts";
import type { Surrogates } from "../tree/surrogates.ts";
import { hasSharedRows, type Tree } from "../tree/tree.ts";
import { damagedModel } from "./model-format.ts";
import { readValues } from "./saved-values.ts";

/** A fixed number of arrays by name, in the order in which they stand in the file. */
type ArrayTable<Name extends string> = readonly (readonly [name: Name, kind: ArrayKind])[];

/** One number a node, for every tree. */
const nodeArrays = [
  ["threshold", "f64"],
  ["gain", "f64"],
  ["cover", "f64"],
  ["feature", "i32"],
  ["firstChild", "u32"],
  ["childCount", "u32"],
  ["missingChild", "u32"],
  ["rowCount", "u32"],
  ["kind", "u8"],
] as const satisfies ArrayTable<keyof Tree>;

/** One number a node, for trees that part categories; behind them stand the words. */
const categoryArrays = [
  ["categoryStart", "u32"],
  ["categoryWords", "u32"],
] as const satisfies ArrayTable<keyof Tree>;

/** One number a node, for trees with surrogates; behind them stand those of `surrogateArrays`, and then the words. */
const surrogateNodeArrays = [
  ["start", "u32"],
  ["count", "u32"],
] as const satisfies ArrayTable<keyof Surrogates>;

/** One number a surrogate. */
const surrogateArrays = [
  ["threshold", "f64"],
  ["agreement", "f64"],
  ["adjusted", "f64"],
  ["feature", "i32"],
  ["categoryStart", "u32"],
  ["categoryWords", "u32"],
  ["lowChild", "u8"],
] as const satisfies ArrayTable<keyof Surrogates>;

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
  return table.map(([name]) => arrays[name]);
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

type ArrayName<Table extends ArrayTable<string>> = Table[number][0];
type Nodes = Pick<Tree, "nodeCount" | "rootImpurity" | ArrayName<typeof nodeArrays>>;
type Categories = Pick<Tree, "categories" | ArrayName<typeof categoryArrays>>;

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
  return Object.fromEntries(table.map(([name, kind]) => [name, section.array(kind, length)]));
}
