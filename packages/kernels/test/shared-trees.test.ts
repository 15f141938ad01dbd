import fc from "fast-check";
import { expect, test } from "vitest";
import {
  arenaBytes,
  createPacer,
  type GrownNodes,
  MISSING,
  NEW,
  SharedTrees,
  Team,
  TreeEntries,
  TreeRoom,
  type TreeTask,
} from "../src/index.ts";
import { lease } from "./support/lease.ts";

const ROWS = 150;

/** Columns of whole numbers, of which -1 is missing; the last one has categories. */
const cases = fc.record({
  columns: fc.array(fc.array(fc.integer({ min: -1, max: 20 }), { minLength: ROWS, maxLength: ROWS }), {
    minLength: 2,
    maxLength: 5,
  }),
  targets: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: ROWS, maxLength: ROWS }),
  weights: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: ROWS, maxLength: ROWS }),
  outside: fc.integer({ min: 0, max: 2 }),
  isOfClasses: fc.boolean(),
  minRowsLeaf: fc.integer({ min: 1, max: 9 }),
  maxDepth: fc.integer({ min: 0, max: 9 }),
  ofLevel: fc.integer({ min: 1, max: 6 }),
  ofNode: fc.integer({ min: 1, max: 6 }),
  isMonotone: fc.boolean(),
  hasFactors: fc.boolean(),
  hasGroups: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function taskOf(one: Case): TreeTask {
  const { columns, targets, weights, outside, isOfClasses, minRowsLeaf, maxDepth } = one;
  const rows = Uint32Array.from(Array.from({ length: ROWS }, (_, row) => row).filter((row) => row % 7 >= outside));
  return {
    rows,
    gradients: isOfClasses ? null : Float64Array.from(targets),
    codes: isOfClasses ? Int32Array.from(targets, (target) => (target + 9) % 3) : null,
    weights: Float64Array.from(weights),
    targets: null,
    features: columns.map((_, feature) => feature),
    ...{
      featuresPerLevel: one.ofLevel,
      featuresPerNode: one.ofNode,
      settlesRows: false,
      drawsConstants: true,
      drawKey: 5,
      levelKey: 6,
      tieKey: null,
      thresholdKey: 0,
      oneVsRest: false,
      mostTried: 6,
      smoothing: 0,
      mostCategories: Number.POSITIVE_INFINITY,
    },
    measure: isOfClasses ? "gini" : one.isMonotone ? "heldNewton" : "newton",
    ...{ l1: 0.5, lowest: -4, highest: 4, maxLeaves: Number.POSITIVE_INFINITY },
    ...{ l2: 1, minRowsLeaf, minChildWeight: 0, maxDepth, minRowsSplit: 2, minGain: 0, gainUnit: 1, purity: 2 },
  };
}

function fill(entries: TreeEntries, columns: Case["columns"]): void {
  columns.forEach((values, feature) => {
    const of = (row: number) => (values[row] < 0 ? Number.POSITIVE_INFINITY : values[row]);
    const order = Array.from({ length: ROWS }, (_, row) => row).sort((a, b) =>
      of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a - b,
    );
    entries.of(feature)?.set(
      order.map((row, i) => {
        const isNew = i > 0 && of(order[i - 1]) !== of(row) ? NEW : 0;
        return (row | isNew | (values[row] < 0 ? MISSING : 0)) >>> 0;
      }),
    );
  });
}

/** The nodes from the root down, the left child first: numbers of nodes say nothing. */
function told(grown: GrownNodes, node = 0): unknown[] {
  const { width } = grown;
  const stats = [...grown.stats.subarray(node * width, (node + 1) * width)];
  const leaf = [grown.rows[node], stats];
  if (grown.feature[node] < 0) return [leaf];
  const { feature, gain, rowBelow, rowAbove, missingLeft, missingRows, firstChild } = grown;
  const numbers = [feature, gain, missingLeft, missingRows].map((of) => of[node]);
  const beside = grown.categories.get(node) ?? [rowBelow[node], rowAbove[node]];
  return [[...leaf, numbers, [...beside]], ...told(grown, firstChild[node]), ...told(grown, firstChild[node] + 1)];
}

async function grow(one: Case, isShared: boolean): Promise<unknown[]> {
  const categories = one.columns.map((_, feature) => (feature === one.columns.length - 1 ? 21 : 0));
  const shape = {
    ...{ rowCount: ROWS, categories, drawsThresholds: false, classes: one.isOfClasses ? 3 : 0 },
    ...(one.isMonotone &&
      !one.isOfClasses && { monotone: Int8Array.from(categories, (count, i) => (count > 0 ? 0 : 1 - 2 * (i % 2))) }),
    ...(one.hasFactors && { gainFactors: Float64Array.from(categories, (_, i) => 0.3 + i / 3) }),
    ...(one.hasGroups && {
      groups: [
        [0, 1],
        [1, 2, 4],
      ],
    }),
  };
  const room = isShared ? [4 * Team.words, ...SharedTrees.byteLengths(shape, 1, 20)] : TreeRoom.byteLengths(shape);
  const arena = await lease(arenaBytes([...TreeEntries.byteLengths(shape), ...room]));
  try {
    const entries = new TreeEntries(arena, shape);
    fill(entries, one.columns);
    const pacer = createPacer();
    if (isShared) return told(await new SharedTrees(arena, arena.team(), shape, entries, 20).grow(taskOf(one), pacer));
    const alone = new TreeRoom(arena, shape, entries);
    alone.begin(taskOf(one));
    return told(await alone.grow(pacer));
  } finally {
    arena.release();
  }
}

test("a tree that is grown share by share is the one that is grown whole, to the bit", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      expect(await grow(one, true)).toEqual(await grow(one, false));
    }),
    { numRuns: 200 },
  );
});
