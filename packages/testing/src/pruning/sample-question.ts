import type { SearchNode, Split } from "@cambium/core";

/** What a rule before a split is asked: a node, and the split that was found for it. */
export interface Question {
  readonly node: SearchNode;
  readonly split: Split;
}

export const DEPTHS: readonly number[] = [0, 1, 2, 3, 5, 8, 13, 40];
export const GAINS: readonly number[] = [1e-9, 0.001, 0.1, 1, 10, 1000];

/** Weights of two classes in the first child, then in the second. */
const CHILDREN: readonly (readonly [number, number, number, number])[] = [
  [1, 0, 0, 1],
  [8, 0, 0, 8],
  [6, 2, 2, 6],
  [5, 5, 50, 49],
  [300, 2, 10, 400],
];

/** How many pairs of children there are to ask about. */
export const CHILDREN_COUNT: number = CHILDREN.length;

/** A question of its own arrays: the rule may spoil it. */
export function sampleQuestion(children: number, depth: number, gain: number): Question {
  const [a, b, c, d] = CHILDREN[children];
  const stats = Float64Array.of(a + c, b + d, a + b + c + d);
  const split: Split = {
    kind: "threshold",
    feature: 0,
    gain,
    threshold: 1.5,
    categories: new Uint32Array(0),
    missingChild: 0,
    childStats: Float64Array.of(a, b, a + b, c, d, c + d),
    childRows: [a + b, c + d],
  };
  return { node: { depth, path: 1, start: 10, end: 10 + stats[2], stats }, split };
}

/** How a failure calls a question. */
export function describeQuestion({ node, split }: Question, asked: Split | null = split): string {
  const found = asked === null ? "null" : `a split that gains ${split.gain}`;
  return `allows(node of depth ${node.depth} with ${node.end - node.start} rows, ${found})`;
}
