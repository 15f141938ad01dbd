import type { ScanKernel } from "../../src/index.ts";
import { addRow, type Column, totals } from "./scan-column.ts";

export interface Cut {
  readonly gain: number;
  readonly rows: number;
  readonly missingLeft: boolean;
  readonly left: readonly number[];
}

/**
 * Every cut that the rules allow, in the order in which ties are broken, with its gain as the textbooks write it: a
 * difference of the nodes' scores. Slow and imprecise, but plainly right on whole numbers.
 */
export function textbookCuts(column: Column, kernel: ScanKernel): Cut[] {
  const { order, values, minRowsLeaf, minChildWeight } = column;
  const least = Math.max(1, minRowsLeaf);
  const parent = totals(column);
  const present = Array.from(order).filter((row) => !Number.isNaN(values[row]));
  const gone = Array.from(order).filter((row) => Number.isNaN(values[row]));
  const missing = parent.map(() => 0);
  for (const row of gone) addRow(column, row, missing);

  const cuts: Cut[] = [];
  const consider = (left: readonly number[], rows: number, missingLeft: boolean) => {
    const leftRows = rows + (missingLeft ? gone.length : 0);
    const right = parent.map((sum, slot) => sum - left[slot]);
    if (leftRows < least || order.length - leftRows < least) return;
    if (Math.min(left[left.length - 1], right[right.length - 1]) < minChildWeight) return;
    if (!(weightOf(left, kernel) > 0 && weightOf(right, kernel) > 0)) return;
    const gain = scoreOf(left, kernel) + scoreOf(right, kernel) - scoreOf(parent, kernel);
    cuts.push({ gain, rows, missingLeft, left });
  };

  const left = parent.map(() => 0);
  for (let rows = 1; rows <= present.length; rows++) {
    addRow(column, present[rows - 1], left);
    if (rows < present.length && values[present[rows]] === values[present[rows - 1]]) continue;
    const between = rows < present.length;
    if (between && gone.length > 0)
      consider(
        left.map((sum, slot) => sum + missing[slot]),
        rows,
        true,
      );
    if (between || gone.length > 0) consider([...left], rows, false);
  }
  return cuts;
}

function weightOf(record: readonly number[], { l2 }: ScanKernel): number {
  return record[record.length - 1] + l2;
}

/** Newton: G² / (H + l2), as in XGBoost's paper. Gini: Σ w_k² / W, the weight times what Gini leaves of 1. */
function scoreOf(record: readonly number[], kernel: ScanKernel): number {
  const terms = record.slice(0, -1);
  return terms.reduce((sum, term) => sum + term * term, 0) / weightOf(record, kernel);
}
