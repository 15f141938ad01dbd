import fc from "fast-check";
import { atOnce, type EncodedRows, isLeaf, type Tree } from "../../src/index.ts";
import { TreeBuilder } from "../../src/tree/tree-builder.ts";

/** Columns 0 and 1 are numbers, column 2 has codes of 70 categories. */
export interface RandomTrees {
  readonly trees: readonly Tree[];
  readonly width: number;
  readonly rows: EncodedRows;
}

export interface TreeShape {
  readonly categories: boolean;
  /** All nodes of a level ask the same. */
  readonly symmetric: boolean;
  /** Numbers take eight bytes. */
  readonly wide: boolean;
}

/** Values that thresholds meet, and those that rounding, signs and infinities make hard. */
const hardNumbers = [-2, -1, -0, 0, 1, 2, 0.1, 1e-60, -1e-60, 2 ** -149, 1e300, -1e300, 3.4028234663852886e38];
const thresholds = [...hardNumbers, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Math.fround(0.1)];
const values = [...thresholds, Number.NaN, Number.NaN];

const CATEGORIES = 70;

export function randomTrees(shape: TreeShape): fc.Arbitrary<RandomTrees> {
  return fc
    .record({ width: fc.integer({ min: 1, max: 3 }), rowCount: fc.integer({ min: 0, max: 150 }) })
    .chain(({ width, rowCount }) => {
      const numbers = fc.array(fc.constantFrom(...values), { minLength: rowCount, maxLength: rowCount });
      const codes = fc.array(fc.integer({ min: -1, max: CATEGORIES - 1 }), {
        minLength: rowCount,
        maxLength: rowCount,
      });
      return fc
        .tuple(fc.array(randomTree(shape, width), { minLength: 1, maxLength: 4 }), numbers, numbers, codes)
        .map(([trees, a, b, c]) => {
          const column = (of: number[]) => (shape.wide ? Float64Array.from(of) : Float32Array.from(of));
          return { trees, width, rows: { rowCount, columns: [column(a), column(b), Int32Array.from(c)] } };
        });
    });
}

/** Cuts leaves, mostly the last so that trees are deep; or, where it is symmetric, level after level. */
function randomTree({ categories, symmetric }: TreeShape, width: number): fc.Arbitrary<Tree> {
  const cut = fc.record({
    place: fc.nat(),
    feature: fc.integer({ min: 0, max: categories ? 2 : 1 }),
    threshold: fc.constantFrom(...thresholds),
    missingChild: fc.integer({ min: 0, max: 1 }),
    words: fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 1, maxLength: 3 }),
  });
  return fc.array(cut, { maxLength: symmetric ? 5 : 40 }).map((cuts) => {
    const builder = new TreeBuilder(width);
    let count = 0;
    const add = () =>
      builder.addNode({
        value: Float64Array.from({ length: width }, (_, k) => ++count / 7 + k),
        cover: 1,
        rowCount: 1,
      });
    let leaves = [add()];
    for (const { place, feature, threshold, missingChild, words } of cuts) {
      const chosen = symmetric ? leaves : [leaves[place % 3 === 0 ? place % leaves.length : leaves.length - 1]];
      leaves = leaves.filter((leaf) => !chosen.includes(leaf));
      for (const leaf of chosen) {
        builder.cut(leaf, { ...testOf(feature, threshold, words), feature, gain: 1, missingChild });
        leaves.push(add(), add());
      }
    }
    return atOnce(builder.finishInTurns(0));
  });
}

function testOf(feature: number, threshold: number, words: number[]) {
  return feature === 2
    ? { kind: "categories" as const, threshold: Number.NaN, categories: Uint32Array.from(words) }
    : { kind: "threshold" as const, threshold, categories: new Uint32Array(0) };
}

/** What the rows reach, by the rule that a tree states: nothing is packed, and nothing shared with the code under test. */
export function sumOfLeaves({ trees, width, rows }: RandomTrees, start: Float64Array): Float64Array {
  return start.map((score, at) => {
    const row = Math.floor(at / width);
    return trees.reduce((sum, tree) => sum + tree.value[leafByHand(tree, rows, row) * width + (at % width)], score);
  });
}

function leafByHand(tree: Tree, { columns }: EncodedRows, row: number): number {
  let node = 0;
  while (!isLeaf(tree, node)) {
    const value = columns[tree.feature[node]][row];
    const isCode = Number.isNaN(tree.threshold[node]);
    const words = tree.categories.subarray(
      tree.categoryStart[node],
      tree.categoryStart[node] + tree.categoryWords[node],
    );
    const goesFirst = isCode
      ? Math.floor((words[value >> 5] ?? 0) / 2 ** (value & 31)) % 2 === 1
      : value <= tree.threshold[node];
    const isMissing = isCode ? value < 0 : Number.isNaN(value);
    node = tree.firstChild[node] + (isMissing ? tree.missingChild[node] : goesFirst ? 0 : 1);
  }
  return node;
}
