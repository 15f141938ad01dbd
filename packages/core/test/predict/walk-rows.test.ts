import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packTrees } from "../../src/predict/pack-trees.ts";
import type { PackedTrees } from "../../src/predict/packed-trees.ts";
import { walkRows } from "../../src/predict/walk-rows.ts";
import { atOnce } from "../../src/util/turns.ts";
import { type RandomTrees, randomTrees, sumOfLeaves } from "../support/random-trees.ts";

function packed({ trees, width }: Pick<RandomTrees, "trees" | "width">, wide: boolean): PackedTrees {
  const byScore = [{ score: 0, trees: trees.map((tree) => ({ tree, numbers: tree.value })) }];
  return atOnce(packTrees({ byScore, width, scoreCount: width }, wide));
}

function walked(random: RandomTrees, wide: boolean, start: Float64Array): Float64Array {
  const scores = start.slice();
  expect(atOnce(walkRows(packed(random, wide), random.rows, scores))).toBe(true);
  return scores;
}

describe("rows down packed trees", () => {
  for (const wide of [false, true]) {
    for (const [kind, categories, symmetric] of [
      ["trees of any shape", false, false],
      ["symmetric trees", false, true],
      ["trees on categories and numbers", true, false],
      ["symmetric trees on categories", true, true],
    ] as const) {
      it(`reach the leaves that the rule says: ${kind}, ${wide ? "float64" : "float32"} values`, () => {
        fc.assert(
          fc.property(randomTrees({ categories, symmetric, wide }), (random) => {
            const start = Float64Array.from({ length: random.rows.rowCount * random.width }, (_, i) => i / 3);
            expect(walked(random, wide, start)).toEqual(sumOfLeaves(random, start));
          }),
          { numRuns: 100 },
        );
      });
    }
  }
});

describe("many rows down many trees", () => {
  it("keep the order of the trees, over several blocks of rows and lists of trees", () => {
    const [{ trees, width }] = fc.sample(randomTrees({ categories: false, symmetric: false, wide: false }), {
      seed: 7,
      numRuns: 1,
    });
    const rowCount = 1_100;
    const column = (k: number) => Float32Array.from({ length: rowCount }, (_, row) => ((row * (7 + k)) % 41) / 10 - 2);
    const columns = [column(0), column(1)];
    const many = { trees: Array.from({ length: 1_000 }, () => trees).flat(), width, rows: { rowCount, columns } };
    expect(packed(many, false).lists.length).toBeGreaterThan(1);
    const start = new Float64Array(rowCount * width).fill(0.1);
    expect(walked(many, false, start)).toEqual(sumOfLeaves(many, start));
  });

  it("give the memory back: a thousand predictions do not make the process grow", () => {
    const [random] = fc.sample(randomTrees({ categories: false, symmetric: false, wide: true }), {
      seed: 7,
      numRuns: 1,
    });
    const scores = new Float64Array(random.rows.rowCount * random.width);
    for (let i = 0; i < 100; i++) walked(random, true, scores);
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 1_000; i++) walked(random, true, scores);
    expect(process.memoryUsage().rss - before).toBeLessThan(20e6);
  });
});
