import { atOnce, type Tree } from "../../src/index.ts";
import { TreeBuilder } from "../../src/tree/tree-builder.ts";

/** A leaf by the weights of its classes, or a split with what it gains. */
export type Shape = readonly number[] | { readonly sides: readonly [Shape, Shape]; readonly gain?: number };

/** A classification tree by hand. */
export function treeOfCounts(shape: Shape): Tree {
  const root = countsOf(shape);
  const builder = new TreeBuilder(root.length);
  const queue = [shape];
  builder.addNode(nodeOf(root));
  for (let made = 0; made < queue.length; made++) {
    const at = queue[made];
    if (!("sides" in at)) continue;
    const categories = new Uint32Array(0);
    builder.cut(made, { kind: "threshold", feature: 0, threshold: 0, categories, missingChild: 0, gain: at.gain ?? 1 });
    for (const side of at.sides) {
      builder.addNode(nodeOf(countsOf(side)));
      queue.push(side);
    }
  }
  return atOnce(builder.finishInTurns(1));
}

function countsOf(shape: Shape): readonly number[] {
  if (!("sides" in shape)) return shape;
  const [left, right] = shape.sides.map(countsOf);
  return left.map((count, k) => count + right[k]);
}

function nodeOf(counts: readonly number[]) {
  const cover = counts.reduce((sum, count) => sum + count, 0);
  return { value: Float64Array.from(counts, (count) => count / cover), cover, rowCount: Math.ceil(cover) };
}
