import { cart, loadModel, type Model } from "../../src/index.ts";
import { type CraftedParts, crafted } from "./crafted-model.ts";

/** A tree in which each node has one leaf and one child that splits. */
export interface ChainShape {
  readonly depth: number;
  /** They take turns down the tree. */
  readonly features: number;
  /** Of each feature; 0 for numbers. */
  readonly categories?: number;
  /** Of the names of features and categories. */
  readonly nameLength?: number;
}

/** A loaded model of two classes with one such tree, as a hostile file may have it. */
export async function chainModel(shape: ChainShape): Promise<Model> {
  const model = await cart().fit({ x: [1, 2, 3, 4], y: ["a", "b", "a", "b"] }, { target: "y" });
  return loadModel(crafted(model.toBytes(), (parts) => becomeChain(parts, shape)));
}

function becomeChain(parts: CraftedParts, { depth, features, categories = 0, nameLength = 0 }: ChainShape): void {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}`.padEnd(nameLength, "n"));
  parts.features = names(features).map((name) =>
    categories === 0 ? { name, kind: "numeric" } : { name, kind: "categorical", categories: names(categories) },
  );
  const nodeCount = 2 * depth + 1;
  const words = Math.ceil(categories / 32);
  const tree = {
    ...{ nodeCount, valueWidth: 2, rootImpurity: 1, sharesRows: false, surrogates: null },
    kind: new Uint8Array(nodeCount),
    feature: new Int32Array(nodeCount).fill(-1),
    threshold: new Float64Array(nodeCount).fill(Number.NaN),
    firstChild: new Uint32Array(nodeCount),
    childCount: new Uint32Array(nodeCount),
    missingChild: new Uint32Array(nodeCount),
    categoryStart: new Uint32Array(nodeCount),
    categoryWords: new Uint32Array(nodeCount),
    categories: new Uint32Array(depth * words),
    value: new Float64Array(2 * nodeCount).fill(0.5),
    gain: new Float64Array(nodeCount),
    cover: new Float64Array(nodeCount).fill(1),
    rowCount: new Uint32Array(nodeCount).fill(1),
  };
  for (let level = 0, node = 0; level < depth; level++, node = 2 * level) {
    tree.kind[node] = categories === 0 ? 1 : 2;
    tree.feature[node] = level % features;
    tree.firstChild[node] = 2 * level + 1;
    tree.childCount[node] = 2;
    tree.missingChild[node] = 1;
    tree.gain[node] = 0.1;
    if (categories === 0) tree.threshold[node] = level;
    else {
      tree.categoryStart[node] = level * words;
      tree.categoryWords[node] = words;
      tree.categories[level * words] = 1;
    }
  }
  parts.ensemble.trees = [tree];
}
