import fc from "fast-check";
import { expect, it } from "vitest";
import { predictedClass, predictedClassOfNode, type Tree, valueOfNode, valuesOfNode } from "../../src/index.ts";
import { addValuesOfNode, sparseTree, sparseValuesOf } from "../../src/tree/values-of-node.ts";

/** As much of a tree as has to do with its values. */
function treeOf(width: number, value: readonly number[]): Tree {
  const nodeCount = value.length / width;
  return { nodeCount, valueWidth: width, value: Float64Array.from(value) } as Tree;
}

const number = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constantFrom(0.25, 0.5, 1, -1, -0.5, 1e300));
const cost = (width: number) => {
  const row = fc.array(fc.constantFrom(0, 1, 2, 0.5), { minLength: width, maxLength: width });
  return fc.option(fc.array(row, { minLength: width, maxLength: width }));
};
const cases = fc
  .record({ width: fc.integer({ min: 1, max: 6 }), nodes: fc.integer({ min: 1, max: 5 }) })
  .chain(({ width, nodes }) =>
    fc.record({
      width: fc.constant(width),
      values: fc.array(number, { minLength: width * nodes, maxLength: width * nodes }),
      cost: cost(width),
      weight: fc.constantFrom(1, 0, 0.1, 3),
    }),
  );

it("a node says the same whether its tree lists the zeros or leaves them out", () => {
  fc.assert(
    fc.property(cases, ({ width, values, cost, weight }) => {
      const dense = treeOf(width, values);
      const sparse = sparseTree(dense, sparseValuesOf(dense));
      expect(sparse.sparseValues?.numbers.every((value) => value !== 0)).toBe(true);
      for (let node = 0; node < dense.nodeCount; node++) {
        const own = values.slice(node * width, (node + 1) * width);
        const expected = predictedClass(cost, own, 0, width);
        for (const tree of [dense, sparse]) {
          expect([...valuesOfNode(tree, node)]).toEqual(own);
          expect(own.map((_, place) => valueOfNode(tree, node, place))).toEqual(own);
          expect(predictedClassOfNode(cost, tree, node)).toBe(expected);
          const sums = new Float64Array(width + 2).fill(1);
          addValuesOfNode(tree, node, weight, sums, 1);
          expect([...sums]).toEqual([1, ...own.map((value) => 1 + weight * value), 1]);
        }
      }
      expect(sparse.value).toEqual(dense.value);
    }),
  );
});
