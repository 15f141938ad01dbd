import type { Criterion } from "@cambium/core";
import { addUp, describeRecords, gainOf, type StatsRecord, scaled } from "../data/stats-record.ts";
import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { pureAndMixed, sampleRecords, widthsOf } from "./sample-records.ts";

/** Laws of `gain`, on pairs and triples of records. */
export function gainLaws(criterion: Criterion): Check[] {
  const laws: (Omit<Check, "run"> & { readonly holds: (criterion: Criterion, records: StatsRecord[]) => void })[] = [
    {
      law: "the gain is never negative",
      lookAt: "`gain`: write it as a square over a product; a difference of squares goes below 0 by rounding",
      holds: expectNotNegative,
    },
    {
      law: "the gain does not depend on which child is first",
      lookAt: "`gain`: the children's records are to be treated alike",
      holds: expectSymmetric,
    },
    {
      law: "children that are alike gain nothing",
      lookAt: "`gain`: records in proportion to one another say the same, so nothing is learned by parting them",
      holds: expectNothingFromLikes,
    },
    {
      law: "children that differ more gain more",
      lookAt: "`gain`: pure classes beat mixed ones, distant means beat close ones",
      holds: expectPurityPays,
    },
    {
      law: "three children gain what two cuts gain, one after the other",
      lookAt: "`gain` with childCount 3: cost-complexity pruning adds up the gains of a subtree",
      holds: expectStepwise,
    },
    {
      law: "the gain scales as its statistics do",
      lookAt:
        "`gain`: twice every class weight, or count, gains twice as much, twice every difference from the mean four times",
      holds: expectScaling,
    },
    {
      law: "a child without weight gains nothing",
      lookAt: "`gain`: such a cut is no candidate; mind 0/0",
      holds: expectNothingFromNobody,
    },
    {
      law: "the bound of a gain, if there is one, is never below it",
      lookAt: "`gainBound`: cuts with a bound below the best gain are skipped; mind its rounding",
      holds: expectBound,
    },
    {
      law: "the gain reads the records where they are said to be",
      lookAt: "`gain`: stats[parent + k] and stats[firstChild + child * width + k]; the array is shared",
      holds: expectAddressing,
    },
  ];
  return laws.map(({ law, lookAt, holds }) => ({
    law,
    lookAt,
    run: () => {
      for (const width of widthsOf(criterion.goal)) holds(criterion, sampleRecords(criterion, width, 90));
    },
  }));
}

/** Neighbours in the list, as the children of one cut. */
function groupsOf(records: readonly StatsRecord[], size: number): StatsRecord[][] {
  return records.slice(size - 1).map((_, index) => records.slice(index, index + size));
}

/** Rounding that a formula may be forgiven, beside numbers of this size. */
function isClose(a: number, b: number, size: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(size));
}

function expectBound(criterion: Criterion, records: StatsRecord[]): void {
  for (const children of groupsOf(records, 2)) {
    const gain = gainOf(criterion, children);
    const bound =
      criterion.gainBound?.(Float64Array.from(children.flatMap((record) => [...record])), 0, children[0].length) ??
      gain;
    if (!(bound >= gain)) {
      throw new Mismatch(describeRecords(children), `at least the gain, ${gain}`, bound);
    }
  }
}

function expectNotNegative(criterion: Criterion, records: StatsRecord[]): void {
  const likes = records.map((record) => [record, scaled(record, 1 / 3)]);
  for (const children of [...groupsOf(records, 2), ...groupsOf(records, 3), ...likes]) {
    const gain = gainOf(criterion, children);
    if (!(gain >= 0 && gain < Number.POSITIVE_INFINITY)) {
      throw new Mismatch(describeRecords(children), "a finite number of at least 0", gain);
    }
  }
}

function expectSymmetric(criterion: Criterion, records: StatsRecord[]): void {
  for (const [left, right] of groupsOf(records, 2)) {
    const gain = gainOf(criterion, [left, right]);
    const swapped = gainOf(criterion, [right, left]);
    if (!isClose(gain, swapped, gain)) throw new Mismatch(describeRecords([right, left]), `about ${gain}`, swapped);
  }
}

function expectNothingFromLikes(criterion: Criterion, records: StatsRecord[]): void {
  for (const record of records) {
    const children = [record, scaled(record, 2)];
    const gain = gainOf(criterion, children);
    const size = Math.max(...addUp(...children).map(Math.abs));
    if (!isClose(gain, 0, size)) throw new Mismatch(describeRecords(children), "about 0", gain);
  }
}

function expectPurityPays(criterion: Criterion, records: StatsRecord[]): void {
  const { pure, mixed } = pureAndMixed(criterion, records[0].length);
  const [best, less] = [gainOf(criterion, pure), gainOf(criterion, mixed)];
  if (best > less && less > 0) return;
  const expected = `more than ${describeRecords(mixed)}, and that more than 0`;
  throw new Mismatch(describeRecords(pure), expected, `${best}, against ${less}`);
}

function expectStepwise(criterion: Criterion, records: StatsRecord[]): void {
  for (const children of groupsOf(records, 3)) {
    const [a, b, c] = children;
    const first = gainOf(criterion, [a, b]);
    const second = gainOf(criterion, [addUp(a, b), c]);
    // A penalised gain is cut off at 0, and then it is no summand.
    if (first === 0 || second === 0) continue;
    const gain = gainOf(criterion, children);
    if (isClose(gain, first + second, gain)) continue;
    throw new Mismatch(describeRecords(children), `about ${first} + ${second} = ${first + second}`, gain);
  }
}

function expectScaling(criterion: Criterion, records: StatsRecord[]): void {
  const factor = (slot: number) => (criterion.goal === "gradients" && slot === 1 ? 1 : 2);
  const power = criterion.goal === "gradients" && criterion.origin !== "zero" ? 4 : 2;
  for (const children of groupsOf(records, 2)) {
    const larger = children.map((record) => record.map((value, slot) => factor(slot) * value));
    const expected = power * gainOf(criterion, children);
    const gain = gainOf(criterion, larger);
    if (!isClose(gain, expected, gain)) throw new Mismatch(describeRecords(larger), `about ${expected}`, gain);
  }
}

function expectNothingFromNobody(criterion: Criterion, records: StatsRecord[]): void {
  const nobody = new Float64Array(records[0].length);
  for (const record of records) {
    for (const children of [
      [record, nobody],
      [nobody, record],
      [nobody, nobody],
    ]) {
      const gain = gainOf(criterion, children);
      if (!isClose(gain, 0, Math.max(...record.map(Math.abs)))) {
        throw new Mismatch(describeRecords(children), "0", gain);
      }
    }
  }
}

function expectAddressing(criterion: Criterion, records: StatsRecord[]): void {
  for (const children of groupsOf(records, 2)) {
    const expected = gainOf(criterion, children);
    const gain = gainOf(criterion, children, 3);
    if (!Object.is(gain, expected)) {
      throw new Mismatch(`${describeRecords(children)}, after three other numbers each`, `${expected}`, gain);
    }
  }
}
