import type { Model, SparseValues } from "../../src/index.ts";
import { sparseTree } from "../../src/tree/values-of-node.ts";
import { withHead, withSection } from "./crafted-file.ts";
import { crafted } from "./crafted-model.ts";
import { chainModel } from "./deep-models.ts";

/**
 * A file whose one tree is a chain of so many splits, and gives each node to one of so many classes: by `docs/reference/model-file.md`, without
 * the writer of the library. It has 61 bytes a node, and stands for `classes` numbers a node.
 */
export async function manyClassesFile(depth: number, classes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chain = (await chainModel({ depth, features: 1 })).toBytes();
  const labels = Array.from({ length: classes }, (_, k) => k);
  const ofClasses = withHead(chain, { classes: labels, scoreCount: classes });
  const dense = withSection(ofClasses, "init", new Uint8Array(8 * classes));
  return withSection(withSection(dense, "vals", null), "spar", onePerNode(2 * depth + 1, classes));
}

/** The contents of `spar`: the width; of each node the number of its values, 1; their places; the values, 1 each. */
function onePerNode(nodes: number, classes: number): Uint8Array {
  const list = 8 * Math.ceil(nodes / 2);
  const contents = new Uint8Array(8 + 2 * list + 8 * nodes);
  const view = new DataView(contents.buffer);
  view.setUint32(0, classes, true);
  for (let node = 0; node < nodes; node++) {
    view.setUint32(8 + 4 * node, 1, true);
    view.setUint32(8 + list + 4 * node, (node * 7919) % classes, true);
    view.setFloat64(8 + 2 * list + 8 * node, 1, true);
  }
  return contents;
}

/** The file of a forest of so many such chains, in which the kernels have each node of the first eight levels many times. */
export async function manyChainsFile(count: number, depth: number, classes: number): Promise<Uint8Array<ArrayBuffer>> {
  return crafted(await manyClassesFile(depth, classes), ({ ensemble }) => {
    const [{ value: _all, ...tree }] = ensemble.trees;
    const sparse = sparseTree(tree, oneOfEach(tree.nodeCount, classes));
    ensemble.trees = Array.from({ length: count }, () => sparse);
    ensemble.combine = { by: "mean", weights: new Float64Array(count).fill(1) };
  });
}

function oneOfEach(nodes: number, classes: number): SparseValues {
  return {
    starts: Uint32Array.from({ length: nodes + 1 }, (_, node) => node),
    places: Uint32Array.from({ length: nodes }, (_, node) => (node * 7919) % classes),
    numbers: new Float64Array(nodes).fill(1),
  };
}

/** The same model, of which nobody may ask for a whole array of values. */
export function withoutWholeValues<M extends Model>(model: M): M {
  for (const tree of model.ensemble.trees) {
    Object.defineProperty(tree, "value", {
      get() {
        throw new Error("the zeros of a whole tree were written out");
      },
    });
  }
  return model;
}
