import type { AnyArray, ArrayKind } from "../file/array-kinds.ts";
import type { FileSections, SectionReader } from "../file/read-file.ts";
import { sparseTree } from "../tree/sparse-values.ts";
import type { Surrogates } from "../tree/surrogates.ts";
import { hasSharedRows, type Tree } from "../tree/tree.ts";
import { categoryArrays, damagedModel, nodeArrays, surrogateArrays, surrogateNodeArrays } from "./model-format.ts";
import { readValues } from "./saved-values.ts";

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

type ArrayName<Table extends readonly (readonly [string, ArrayKind])[]> = Table[number][0];
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
function readArrays(
  section: SectionReader,
  table: readonly (readonly [string, ArrayKind])[],
  length: number,
): Record<string, AnyArray> {
  return Object.fromEntries(table.map(([name, kind]) => [name, section.array(kind, length)]));
}
