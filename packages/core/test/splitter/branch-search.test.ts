import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { c45, createDataset, encodeTable, NodeKind, type TableInput } from "../../src/index.ts";
import { fitArguments, type SmallTable, smallTables } from "../support/random-tables.ts";

type Value = number | string | null;

/** A row that has weight. */
interface Row {
  readonly weight: number;
  readonly label: string;
  readonly values: readonly Value[];
}

/** A question of one column: its branches, each a list of rows whose value is known. */
interface Question {
  readonly feature: number;
  readonly branches: readonly (readonly Row[])[];
  readonly gain: number;
  /** What the threshold costs is taken off. */
  readonly worth: number;
  readonly ratio: number;
  readonly isOfMany: boolean;
}

const weigh = (rows: readonly Row[]) => rows.reduce((sum, { weight }) => sum + weight, 0);
const bits = (weights: readonly number[]) => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.reduce((sum, weight) => sum - (weight > 0 ? weight * Math.log2(weight / total) : 0), 0);
};
const byLabel = (rows: readonly Row[]) =>
  [...new Set(rows.map(({ label }) => label))].map((label) => weigh(rows.filter((row) => row.label === label)));

/** All that C4.5 (Quinlan 1993, chapters 2 and 3, and Release 8) may ask the rows, with at least `least` on two branches. */
function everyQuestion(table: SmallTable, rows: readonly Row[], least: number): Question[] {
  const classes = new Set(table.target).size;
  return Object.values(table.columns).flatMap((column, feature) => {
    const known = rows.filter(({ values }) => values[feature] !== null);
    const question = (branches: Row[][], cost: number, isOfMany: boolean): Question => {
      const gain = bits(byLabel(known)) - branches.reduce((sum, branch) => sum + bits(byLabel(branch)), 0);
      const answers = bits([...branches.map(weigh), weigh(rows) - weigh(known)]);
      return { feature, branches, gain, worth: gain - cost, ratio: (gain - cost) / answers, isOfMany };
    };
    const distinct = [...new Set(known.map(({ values }) => values[feature]))];
    if (feature === 2) {
      const branches = distinct.map((value) => known.filter(({ values }) => values[feature] === value));
      if (branches.filter((branch) => weigh(branch) >= least).length < 2) return [];
      const categories = new Set(column.filter((value) => value !== null)).size;
      return [question(branches, 0, categories >= 0.3 * rows.length)];
    }
    const asked = Math.max(least, Math.min(25, (0.1 * weigh(known)) / classes));
    const cuts = distinct
      .map((threshold) => {
        const isBelow = ({ values }: Row) => Number(values[feature]) <= Number(threshold);
        return [known.filter(isBelow), known.filter((row) => !isBelow(row))];
      })
      .filter((sides) => sides.every((side) => weigh(side) > 0 && weigh(side) >= asked));
    return cuts.map((sides) => question(sides, Math.log2(cuts.length), false));
  });
}

/** The best threshold of each column, of which one may stand for another that gains as much; those worth nothing left out. */
function bestByFeature(all: readonly Question[]): Question[][] {
  return [0, 1, 2]
    .map((feature) => {
      const own = all.filter((each) => each.feature === feature);
      const most = Math.max(0, ...own.map(({ worth }) => worth));
      return most > 1e-9 ? own.filter(({ worth }) => worth > most - 1e-9) : [];
    })
    .filter((own) => own.length > 0);
}

/** Of the best of each column those that C4.5 may take; more than one where only rounding could set them apart. */
function chosenOf(best: readonly (readonly Question[])[]): { allowed: Question[]; isGuarded: boolean } {
  const usual = best.filter(([{ isOfMany }]) => !isOfMany);
  const averaged = usual.length > 0 ? usual : best;
  const average = averaged.reduce((sum, [{ worth }]) => sum + worth, 0) / averaged.length;
  const floor = Math.min(average, Math.max(...best.map(([{ worth }]) => worth)));
  const surely = best.filter(([{ worth }]) => worth > floor + 1e-9).flat();
  const perhaps = best.filter(([{ worth }]) => worth > floor - 1e-9).flat();
  const highest = Math.max(...(surely.length > 0 ? surely : perhaps).map(({ ratio }) => ratio));
  return {
    allowed: perhaps.filter(({ ratio }) => ratio > highest - 1e-9),
    isGuarded: best.flat().some(({ ratio }) => ratio > highest + 1e-9),
  };
}

function rowsOf({ target, weights, columns }: SmallTable): Row[] {
  return target
    .map((label, row) => ({
      weight: weights?.[row] ?? 1,
      label: String(label),
      values: Object.values(columns).map((column) => column[row]),
    }))
    .filter(({ weight }) => weight > 0);
}

const errorsOf = (weights: readonly number[]) =>
  weights.reduce((sum, weight) => sum + weight, 0) - Math.max(0, ...weights);

/** The errors of the branches, each with its share of the rows whose value is missing. */
function errorsBelow(rows: readonly Row[], { branches, feature }: Question): number {
  const known = weigh(branches.flat());
  const missing = rows.filter(({ values }) => values[feature] === null);
  return branches.reduce((sum, branch) => {
    const shared = missing.map((row) => ({ ...row, weight: (row.weight * weigh(branch)) / known }));
    return sum + errorsOf(byLabel([...branch, ...shared]));
  }, 0);
}

describe("BranchSearch", () => {
  it.each(["twoClasses", "threeClasses"] as const)(
    "asks what C4.5 asks, by a search through all questions, with weights and missing values (%s)",
    async (kind) => {
      const seen = { thresholds: 0, branches: 0, leaves: 0, guarded: 0 };
      await fc.assert(
        fc.asyncProperty(smallTables(kind, { weighted: true, rows: 30 }), async (table) => {
          const rows = rowsOf(table);
          const { allowed, isGuarded } = chosenOf(bestByFeature(everyQuestion(table, rows, 1)));
          if (isGuarded) seen.guarded++;

          const [columns, options] = fitArguments(table);
          const types = { n: "numeric", m: "numeric", c: "categorical" } as const;
          const dataset = await createDataset(columns, { ...options, types });
          const model = await c45({ minChildWeight: 1, prune: [], maxDepth: 1 }).fit(dataset);
          const [tree] = model.ensemble.trees;
          if (tree.nodeCount === 1) {
            seen.leaves++;
            // A question that leaves the errors as they are is not asked, nor one of rows of a single class.
            const idle = allowed.some((each) => errorsBelow(rows, each) > errorsOf(byLabel(rows)) - 1e-9);
            expect(allowed.length === 0 || idle).toBe(true);
            return;
          }
          const encoded = encodeTable(model, table.columns as unknown as TableInput);
          const isBelow = (row: number) => encoded.columns[tree.feature[0]][row] <= tree.threshold[0];
          const isThreshold = tree.kind[0] === NodeKind.Threshold;
          seen[isThreshold ? "thresholds" : "branches"]++;
          const found = allowed.filter(({ feature, branches }) => {
            if (feature !== tree.feature[0]) return false;
            if (!isThreshold) return true;
            const below = [...table.target.keys()].filter((row) => (table.weights?.[row] ?? 1) > 0 && isBelow(row));
            return weigh(branches[0]) === below.reduce((sum, row) => sum + (table.weights?.[row] ?? 1), 0);
          });
          expect(found.length).toBeGreaterThan(0);
          expect(tree.gain[0] * tree.cover[0]).toBeCloseTo(found[0].gain, 9);
        }),
        { numRuns: 400 },
      );
      // Enough of each kind was seen, and questions of a better ratio that tell less than the average one.
      expect(Math.min(seen.thresholds, seen.branches, seen.leaves, seen.guarded)).toBeGreaterThan(10);
    },
  );
});
