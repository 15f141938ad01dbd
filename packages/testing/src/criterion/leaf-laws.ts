import { type Criterion, classGoal, type FitGoal, goalOfTarget, type RegressionTarget } from "@cambium/core";
import { gainOfParts } from "../data/gain-of-parts.ts";
import { numberSequence } from "../data/number-sequence.ts";
import { rowsUpTo } from "../data/sample-dataset.ts";
import { addUp, coverOf, describeRecords, leafOf } from "../data/stats-record.ts";
import { expectSame, plainCopy } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { sampleRecords, widthsOf } from "./sample-records.ts";

/** Laws of what a node says: `valueWidth`, `leafValue`, `cover`, `impurity`. */
export function leafLaws(criterion: Criterion): Check[] {
  return [
    {
      law: "leafValue writes valueWidth finite numbers, and nothing beside them",
      lookAt: "`leafValue`: write out[outAt … outAt + valueWidth - 1]; a record may be all zeroes, mind 0/0",
      run: () => expectFiniteLeaves(criterion),
    },
    ...(criterion.additive === false ? [] : lawsOfSums(criterion)),
    {
      law: "the impurity is at least what any cut gains",
      lookAt: "`impurity`: what all splits together could gain on the listed rows, on the scale of `gain`",
      run: () => expectImpurity(criterion),
    },
    {
      law: "the criterion leaves the records as they are",
      lookAt: "`gain`, `leafValue` and `cover`: the array is the splitter's, write to `out` only",
      run: () => expectUntouchedRecords(criterion),
    },
  ];
}

/** What holds of records that are sums over the rows. */
function lawsOfSums(criterion: Criterion): Check[] {
  return [
    {
      law: "a leaf says what its rows say",
      lookAt: "`leafValue`: the heaviest class stands highest; a score moves against the gradient",
      run: () => expectTrueLeaves(criterion),
    },
    {
      law: "the covers of the children add up to the parent's",
      lookAt: "`cover`: the weight in the record, above 0 where there is some",
      run: () => expectAdditiveCover(criterion),
    },
  ];
}

function expectFiniteLeaves(criterion: Criterion): void {
  for (const width of widthsOf(criterion.goal)) {
    const count = criterion.valueWidth(width);
    if (!(Number.isInteger(count) && count > 0)) throw new Mismatch(`valueWidth(${width})`, "1 or more", count);
    for (const record of [new Float64Array(width), ...sampleRecords(criterion, width, 30)]) {
      const out = new Float64Array(count + 4).fill(12345.678);
      criterion.leafValue(record, 0, width, out, 2);
      const isRight = out.every((value, at) =>
        at < 2 || at >= 2 + count ? value === 12345.678 : Number.isFinite(value) && value !== 12345.678,
      );
      if (isRight) continue;
      const expected = `${count} finite numbers from the third place on, beside 12345.678`;
      throw new Mismatch(`leaf of ${describeRecords([record])}`, expected, show(out));
    }
  }
}

function expectTrueLeaves(criterion: Criterion): void {
  for (const width of widthsOf(criterion.goal)) {
    for (const record of sampleRecords(criterion, width, 60)) {
      const value = leafOf(criterion, record);
      const isRight =
        criterion.goal === "gradients"
          ? record[0] * value[0] <= 0 && (record[0] === 0 || value[0] !== 0)
          : value.every((share, k) => value.every((other, j) => record[k] <= record[j] || share > other));
      if (isRight) continue;
      const expected = criterion.goal === "gradients" ? "the sign against the gradient's" : "the order of the classes";
      throw new Mismatch(`leaf of ${describeRecords([record])}`, expected, show(value));
    }
  }
}

function expectAdditiveCover(criterion: Criterion): void {
  for (const width of widthsOf(criterion.goal)) {
    const records = sampleRecords(criterion, width, 30);
    records.slice(1).forEach((right, index) => {
      const children = [records[index], right];
      const parts = children.map((record) => coverOf(criterion, record));
      const whole = coverOf(criterion, addUp(...children));
      if (parts.every((part) => part > 0) && Math.abs(whole - parts[0] - parts[1]) <= 1e-9 * whole) return;
      throw new Mismatch(`parent of ${describeRecords(children)}`, `${parts[0]} + ${parts[1]}, each above 0`, whole);
    });
  }
}

/** Forty rows of a goal, with weights from 1 to 3. */
function sampleGoal(criterion: Criterion, width: number, rows: Uint32Array): FitGoal {
  const next = numberSequence(7 + width);
  const weights = Float64Array.from(rows, () => 1 + Math.floor(3 * next()));
  if (criterion.goal === "gradients") {
    const values = Float64Array.from(rows, () => Math.floor(16 * next()) / 4);
    const target: RegressionTarget = { task: "regression", name: "sample", values, weights };
    return goalOfTarget(criterion, target, rows).goal;
  }
  const classes = ["a", "b", "c"].slice(0, width - 1);
  const codes = Int32Array.from(rows, () => Math.floor(classes.length * next()));
  return classGoal({ task: "classification", name: "sample", codes, classes, weights }, rows);
}

function expectImpurity(criterion: Criterion): void {
  for (const width of widthsOf(criterion.goal)) {
    const goal = sampleGoal(criterion, width, rowsUpTo(40));
    for (const rows of [rowsUpTo(40), rowsUpTo(9)]) {
      const impurity = criterion.impurity(goal, rows);
      for (let cut = 1; cut < rows.length; cut++) {
        const gain = gainOfParts(criterion, goal, [rows.subarray(0, cut), rows.subarray(cut)]);
        if (gain >= -1e-9 * impurity && impurity >= gain * (1 - 1e-9)) continue;
        throw new Mismatch(
          `impurity of ${rows.length} rows`,
          `at least what a cut of them gains, ${gain}, and that at least 0`,
          impurity,
        );
      }
    }
  }
}

function expectUntouchedRecords(criterion: Criterion): void {
  for (const width of widthsOf(criterion.goal)) {
    const [left, right] = sampleRecords(criterion, width, 2);
    const stats = Float64Array.from([...addUp(left, right), ...left, ...right]);
    const before = plainCopy(stats);
    const calls = {
      ...(criterion.additive !== false && { gain: () => criterion.gain(stats, 0, width, 2, width) }),
      leafValue: () => criterion.leafValue(stats, 0, width, new Float64Array(criterion.valueWidth(width)), 0),
      cover: () => criterion.cover(stats, 0, width),
    };
    for (const [method, call] of Object.entries(calls)) {
      call();
      expectSame(`records after ${method}`, before, stats);
    }
  }
}
