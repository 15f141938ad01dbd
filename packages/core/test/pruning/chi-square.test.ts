import { describe, expect, it } from "vitest";
import { cart, chiSquare, type SearchNode, type Split } from "../../src/index.ts";
import { readDataset } from "../peers/read-dataset.ts";
import { failureOf } from "../support/failure-of.ts";

/** A question to the rule: children by their weights of [no, yes]. */
function allows(level: number, children: readonly (readonly [number, number])[]): boolean {
  const record = ([no, yes]: readonly [number, number]) => [no, yes, no + yes];
  const parent = children.reduce(([a, b], [no, yes]) => [a + no, b + yes] as const, [0, 0] as const);
  const node = { stats: Float64Array.from(record(parent)) } as unknown as SearchNode;
  const split = { childStats: Float64Array.from(children.flatMap(record)) } as unknown as Split;
  return chiSquare({ level }).allows(node, split);
}

describe("chiSquare", () => {
  /** Quinlan's 14 days: χ² of each attribute, and the critical value that it does not reach at 5 %. */
  const attributes: [string, (readonly [number, number])[], number][] = [
    [
      "outlook",
      [
        [3, 2],
        [0, 4],
        [2, 3],
      ],
      0.169762,
    ],
    [
      "temperature",
      [
        [2, 2],
        [2, 4],
        [1, 3],
      ],
      0.751875,
    ],
    [
      "humidity",
      [
        [4, 3],
        [1, 6],
      ],
      0.094264,
    ],
    [
      "wind",
      [
        [3, 3],
        [2, 6],
      ],
      0.333995,
    ],
  ];

  it.each(attributes)("finds no attribute of play-tennis significant at 5 percent (%s)", (_, children, probability) => {
    expect(allows(0.05, children)).toBe(false);
    expect(allows(probability + 1e-5, children)).toBe(true);
    expect(allows(probability - 1e-5, children)).toBe(false);
  });

  it("leaves play-tennis one leaf at 5 percent, and a tree at 20", async () => {
    const { play, day: _, ...table } = readDataset("play-tennis");
    const nodes = async (level: number) =>
      (await cart({ prune: chiSquare({ level }) }).fit({ ...table, play }, { target: "play" })).ensemble.trees[0]
        .nodeCount;
    expect(await nodes(0.05)).toBe(1);
    expect(await nodes(0.2)).toBeGreaterThan(1);
    expect(await nodes(1)).toBe((await cart().fit({ ...table, play }, { target: "play" })).ensemble.trees[0].nodeCount);
  });

  it("counts neither branches nor classes without weight", () => {
    expect(
      allows(0.05, [
        [9, 1],
        [1, 9],
        [0, 0],
      ]),
    ).toBe(
      allows(0.05, [
        [9, 1],
        [1, 9],
      ]),
    );
    expect(
      allows(0.99, [
        [5, 0],
        [7, 0],
      ]),
    ).toBe(false);
  });

  it("is for classes, and says so", async () => {
    expect(await failureOf(() => cart({ prune: chiSquare() }).fit({ x: [1, 2], y: [1, 2] }, { target: "y" }))).toBe(
      'bad-option | cambium: cart: pruning by chiSquare is for classification, but the target "y" is taken for regression; pass task: "classification" to fit, or prune by minGain() or costComplexity()',
    );
    expect(await failureOf(() => chiSquare({ level: 5 }))).toBe(
      "bad-option | cambium: chiSquare: level expects a number above 0 and up to 1, got 5",
    );
  });
});
