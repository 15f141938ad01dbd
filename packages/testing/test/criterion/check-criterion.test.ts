import { absoluteError, type Criterion, gini, newton } from "@cambium/core";
import { test } from "vitest";
import { checkCriterion } from "../../src/index.ts";
import { expectAllBroken, expectOnlyFailure } from "../support/expect-only-failure.ts";

function changedGini(change: Partial<Criterion>): Criterion {
  return { ...gini(), ...change } as Criterion;
}

/** A gain made of the gains of two children each, so that three children gain what two cuts do. */
function pairwise(gainOfPair: (left: Float64Array, right: Float64Array) => number): Criterion["gain"] {
  return (stats, _parent, firstChild, childCount, width) => {
    const left = stats.slice(firstChild, firstChild + width);
    let gain = 0;
    for (let child = 1; child < childCount; child++) {
      const right = stats.slice(firstChild + child * width, firstChild + (child + 1) * width);
      gain += gainOfPair(left, right);
      for (let k = 0; k < width; k++) left[k] += right[k];
    }
    return gain;
  };
}

function giniOf(left: Float64Array, right: Float64Array): number {
  return gini().gain(Float64Array.of(...left, ...right), 0, 0, 2, left.length);
}

const totalOf = (record: Float64Array) => record[record.length - 1];

/** Half the harmonic mean of the children's weights. */
function balance(left: Float64Array, right: Float64Array): number {
  const [l, r] = [totalOf(left), totalOf(right)];
  return l + r > 0 ? (l * r) / (l + r) : 0;
}

/** An impurity that no gain of these examples reaches. */
const impurity = () => 1e9;

const broken: [law: string, criterion: Criterion][] = [
  ["the gain is never negative", changedGini({ gain: (...records) => gini().gain(...records) - 1e-13 })],
  [
    "the gain does not depend on which child is first",
    changedGini({
      impurity,
      gain: pairwise((left, right) => giniOf(left, right) * (totalOf(left) > totalOf(right) ? 1.001 : 1)),
    }),
  ],
  [
    "children that are alike gain nothing",
    changedGini({ impurity, gain: pairwise((left, right) => giniOf(left, right) + 0.001 * balance(left, right)) }),
  ],
  [
    "children that differ more gain more",
    changedGini({
      impurity,
      gain: pairwise((left, right) => (giniOf(left, right) > 1e-9 ? balance(left, right) : 0)),
    }),
  ],
  [
    "three children gain what two cuts gain, one after the other",
    changedGini({ gain: (...records) => gini().gain(...records) * (records[3] > 2 ? 0.5 : 1) }),
  ],
  [
    "the gain scales as its statistics do",
    changedGini({ impurity, gain: pairwise((left, right) => giniOf(left, right) * (totalOf(left) + totalOf(right))) }),
  ],
  [
    "a child without weight gains nothing",
    changedGini({
      gain: (...records) => {
        const [stats, , firstChild, childCount, width] = records;
        const isEmpty = Array.from({ length: childCount }, (_, child) => stats[firstChild + (child + 1) * width - 1]);
        return isEmpty.includes(0) ? 1 : gini().gain(...records);
      },
    }),
  ],
  [
    "the bound of a gain, if there is one, is never below it",
    changedGini({
      gainBound: (stats, first, width) =>
        giniOf(stats.subarray(first, first + width), stats.subarray(first + width, first + 2 * width)) * (1 - 1e-12),
    }),
  ],
  [
    "the gain reads the records where they are said to be",
    changedGini({ gain: (stats, parent, _firstChild, ...rest) => gini().gain(stats, parent, rest[1], ...rest) }),
  ],
  [
    "leafValue writes valueWidth finite numbers, and nothing beside them",
    changedGini({
      leafValue(stats, node, width, out, outAt) {
        for (let k = 0; k < width - 1; k++) out[outAt + k] = stats[node + k] / stats[node + width - 1];
      },
    }),
  ],
  [
    "a leaf says what its rows say",
    {
      ...newton({ l2: 1 }),
      leafValue(stats, node, _width, out, outAt) {
        out[outAt] = stats[node] / (stats[node + 1] + 1);
      },
    },
  ],
  [
    "the covers of the children add up to the parent's",
    changedGini({ cover: (stats, node, width) => Math.sqrt(stats[node + width - 1]) }),
  ],
  ["the impurity is at least what any cut gains", { ...gini(), impurity: () => 0 }],
  [
    "the criterion leaves the records as they are",
    changedGini({
      gain(...records) {
        const gain = gini().gain(...records);
        records[0][records[1]] = -1;
        return gain;
      },
    }),
  ],
];

test("a criterion whose gains do not follow from sums has an impurity that no cut makes larger", async () => {
  const impurity: Criterion["impurity"] = (goal, rows) => 1 / absoluteError().impurity(goal, rows);
  expectOnlyFailure(
    await checkCriterion({ ...absoluteError(), impurity }),
    "the impurity is at least what any cut gains",
  );
});

test.each(broken)("a criterion is told when it does not keep this law: %s", async (law, criterion) => {
  expectOnlyFailure(await checkCriterion(criterion), law);
});

test("every law can be broken", async () => {
  expectAllBroken(
    [await checkCriterion(gini()), await checkCriterion(newton({ l2: 0 }))],
    broken.map(([law]) => law),
  );
});
