import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tree } from "../../src/index.ts";
import type { PackedTrees } from "../../src/predict/packed-trees.ts";
import { rankTrees } from "../../src/predict/rank-trees.ts";
import { walkRows } from "../../src/predict/walk-rows.ts";
import { TreeBuilder } from "../../src/tree/tree-builder.ts";
import { atOnce } from "../../src/util/turns.ts";
import { type RandomTrees, sumOfLeaves } from "../support/random-trees.ts";

interface Shape {
  readonly features: number;
  readonly levels: number;
  /** Thresholds are drawn from so many; the numbers of rows from twice as many, and a few besides. */
  readonly thresholds: number;
  /** Nodes of a level ask the same, but where it is settled already: these have the next level in their place. */
  readonly symmetric: boolean;
  readonly wide: boolean;
  readonly missing: boolean;
}

const hardNumbers = [
  -0,
  0,
  0.1,
  1e-60,
  -1e-60,
  2 ** -149,
  1e300,
  -1e300,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

function treesOf({ features, levels, thresholds, symmetric, wide, missing }: Shape): fc.Arbitrary<RandomTrees> {
  const seeds = fc.record({
    seed: fc.integer(),
    count: fc.integer({ min: 1, max: 4 }),
    width: fc.integer({ min: 1, max: 3 }),
  });
  return fc.tuple(seeds, fc.integer({ min: 0, max: 600 })).map(([{ seed, count, width }, rowCount]) => {
    let state = seed;
    const draw = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return (state >>> 8) % below;
    };
    const threshold = () => (draw(10) === 0 ? hardNumbers[draw(hardNumbers.length)] : draw(thresholds) / 3);
    const cut = () => ({ feature: draw(features), threshold: threshold(), missingChild: draw(2) });
    const trees = Array.from({ length: count + features }, () => {
      const questions = Array.from({ length: levels }, cut);
      return grown(draw(levels + 1), width, draw, (level) => {
        if (!symmetric) return draw(levels > 8 ? 3 : 8) === 0 ? null : cut();
        return { ...questions[level], missingChild: draw(2) };
      });
    });
    const value = () => {
      const of = draw(8);
      if (of === 0) return missing ? Number.NaN : 0;
      return of === 1 ? hardNumbers[draw(hardNumbers.length)] : draw(2 * thresholds) / 6;
    };
    const column = () => {
      const values = Array.from({ length: rowCount }, value);
      return wide ? Float64Array.from(values) : Float32Array.from(values);
    };
    return { trees, width, rows: { rowCount, columns: Array.from({ length: features }, column) } };
  });
}

type Cut = { readonly feature: number; readonly threshold: number; readonly missingChild: number };

function grown(
  levels: number,
  width: number,
  draw: (below: number) => number,
  ask: (level: number) => Cut | null,
): Tree {
  const builder = new TreeBuilder(width);
  const add = () =>
    builder.addNode({ value: Float64Array.from({ length: width }, () => draw(1000) / 7), cover: 1, rowCount: 1 });
  const grow = (node: number, level: number, asked: readonly Cut[]): void => {
    const cut = level < levels ? ask(level) : null;
    if (cut === null) return;
    const isSettled = asked.some(({ feature, threshold }) => feature === cut.feature && threshold === cut.threshold);
    if (isSettled) {
      grow(node, level + 1, asked);
      return;
    }
    builder.cut(node, { kind: "threshold", categories: new Uint32Array(0), gain: 1, ...cut });
    for (const child of [add(), add()]) grow(child, level + 1, [...asked, cut]);
  };
  grow(add(), 0, []);
  return atOnce(builder.finishInTurns(0));
}

function ranked({ trees, width }: RandomTrees, wide: boolean): PackedTrees | null {
  const byScore = [{ score: 0, trees: trees.map((tree) => ({ tree, numbers: tree.value })) }];
  return atOnce(rankTrees({ byScore, width, scoreCount: width }, wide));
}

function walked(random: RandomTrees, wide: boolean, start: Float64Array): Float64Array {
  const scores = start.slice();
  const packed = ranked(random, wide);
  if (packed === null) throw new Error("expected trees that can be ranked");
  expect(atOnce(walkRows(packed, random.rows, scores))).toBe(true);
  return scores;
}

describe("ranks down trees", () => {
  const ordinary = { features: 3, levels: 8, thresholds: 40, symmetric: false, wide: false, missing: true };
  it.each<[string, Shape]>([
    ["trees of eight levels", ordinary],
    ["trees of four levels", { ...ordinary, levels: 4 }],
    ["symmetric trees", { ...ordinary, symmetric: true }],
    ["symmetric trees where nothing is missing", { ...ordinary, symmetric: true, missing: false }],
    ["float64 values", { ...ordinary, wide: true }],
    ["symmetric trees, float64 values", { ...ordinary, symmetric: true, wide: true, missing: false }],
    ["deep trees", { ...ordinary, levels: 19 }],
    ["deep trees and more features", { ...ordinary, levels: 14, features: 37 }],
    ["more features than two vectors of bytes have", { ...ordinary, features: 37 }],
    ["more thresholds than one part has", { ...ordinary, features: 1, thresholds: 230 }],
  ])("reach the leaves that the rule says: %s", (_, shape) => {
    fc.assert(
      fc.property(treesOf(shape), (random) => {
        const start = Float64Array.from({ length: random.rows.rowCount * random.width }, (_, i) => i / 3);
        expect(walked(random, shape.wide, start)).toEqual(sumOfLeaves(random, start));
      }),
      { numRuns: 40 },
    );
  });

  it("tell as many thresholds apart as there may be", () => {
    const values = Array.from({ length: 510 }, (_, i) => i / 2 - 0.5);
    for (const wide of [false, true]) {
      const random = { ...stumps(254), rows: rowsOf([...values, Number.NaN], wide) };
      const start = new Float64Array(random.rows.rowCount);
      expect(walked(random, wide, start)).toEqual(sumOfLeaves(random, start));
    }
  });
});

/** A tree for each threshold; they send missing values to both sides in turn. */
function stumps(count: number, feature = (_: number) => 0): Pick<RandomTrees, "trees" | "width"> {
  const trees = Array.from({ length: count }, (_, index) =>
    grown(
      1,
      1,
      () => index,
      () => ({ feature: feature(index), threshold: index, missingChild: index % 2 }),
    ),
  );
  return { trees, width: 1 };
}

function rowsOf(values: readonly number[], wide: boolean): RandomTrees["rows"] {
  return { rowCount: values.length, columns: [wide ? Float64Array.from(values) : Float32Array.from(values)] };
}

describe("trees are left to the walk without ranks", () => {
  const rows = rowsOf([], false);
  it.each<[string, readonly Tree[]]>([
    ["a feature has more thresholds than a byte tells apart", stumps(255).trees],
    ["they ask for too many features", stumps(129, (index) => index).trees],
    [
      "there are few of them for their features",
      stumps(8, (index) => index)
        .trees.slice(0, 1)
        .concat(deep(9, 8)),
    ],
    ["they have more nodes than 15 bits tell apart", [deep(1 << 14, 1)]],
  ])("where %s", (_, trees) => {
    expect(ranked({ trees, width: 1, rows }, false)).toBeNull();
  });

  function deep(levels: number, features: number): Tree {
    const builder = new TreeBuilder(1);
    const add = () => builder.addNode({ value: Float64Array.of(1), cover: 1, rowCount: 1 });
    let node = add();
    for (let level = 0; level < levels; level++) {
      const test = { kind: "threshold" as const, categories: new Uint32Array(0), gain: 1, missingChild: 0 };
      builder.cut(node, { ...test, feature: level % features, threshold: level });
      node = add();
      add();
    }
    return atOnce(builder.finishInTurns(0));
  }
});

describe("many rows down many ranked trees", () => {
  const shape = { features: 3, levels: 8, thresholds: 40, symmetric: false, wide: false, missing: true };

  it("keep the order of the trees, over several blocks of rows and lists of trees", () => {
    const [{ trees, width }] = fc.sample(treesOf(shape), { seed: 7, numRuns: 1 });
    const rowCount = 2_100;
    const column = (k: number) => Float32Array.from({ length: rowCount }, (_, row) => ((row * (7 + k)) % 41) / 3);
    const columns = [column(0), column(1), column(2)];
    columns[1][1_500] = Number.NaN;
    const many = { trees: Array.from({ length: 200 }, () => trees).flat(), width, rows: { rowCount, columns } };
    expect(ranked(many, false)?.lists.length).toBeGreaterThan(1);
    const start = new Float64Array(rowCount * width).fill(0.1);
    expect(walked(many, false, start)).toEqual(sumOfLeaves(many, start));
  });

  it("give the memory back: a thousand predictions do not make the process grow", () => {
    const [random] = fc.sample(treesOf(shape), { seed: 7, numRuns: 1 });
    const packed = ranked(random, false);
    if (packed === null) throw new Error("expected trees that can be ranked");
    const scores = new Float64Array(random.rows.rowCount * random.width);
    const walk = () => atOnce(walkRows(packed, random.rows, scores));
    for (let i = 0; i < 100; i++) walk();
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 1_000; i++) walk();
    expect(process.memoryUsage().rss - before).toBeLessThan(20e6);
  });
});
