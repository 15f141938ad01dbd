import type { ClassLabel } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { checkList, checkRows } from "./check-rows.ts";
import { ClassOutcome } from "./class-outcome.ts";
import { confusionRows } from "./confusion-matrix.ts";

/** Which class was predicted for rows of known classes: what metrics of labels look at. */
export type DecidedRows = Pick<ClassOutcome, "decided" | "actual" | "confusedClasses" | "weights" | "confusion">;

/** The same of labels. `caller` is what the user called. */
export function decidedRows(
  caller: string,
  actualLabels: ArrayLike<ClassLabel>,
  predictedLabels: ArrayLike<ClassLabel>,
  weights: ArrayLike<number> | null,
): DecidedRows {
  const codes = new Map<ClassLabel, number>();
  const actual = codesOf(caller, "actual", actualLabels, codes);
  const decided = codesOf(caller, "predicted", predictedLabels, codes);
  const classCount = Math.max(1, codes.size);
  checkRows(caller, { codes: { actual, predicted: decided }, classCount, weights });
  return {
    actual,
    decided,
    confusedClasses: classCount,
    weights: weights && Float64Array.from(weights),
    get confusion() {
      return { rows: confusionRows(actual, decided, classCount, weights) };
    },
  };
}

function codesOf(
  caller: string,
  list: string,
  labels: ArrayLike<ClassLabel>,
  codes: Map<ClassLabel, number>,
): Int32Array {
  checkList(caller, list, labels, undefined);
  // A list that only claims its length ends the loop before anything of that size is made.
  const rows: number[] = [];
  for (let row = 0; row < labels.length; row++) {
    const label = labels[row];
    if (typeof label !== "string" && typeof label !== "boolean" && !Number.isFinite(label)) {
      const message = `${caller}: ${list} expects text, a finite number, true or false, got ${describe(label)} at ${row}`;
      throw new CambiumError("bad-option", message);
    }
    const code = codes.get(label) ?? codes.size;
    codes.set(label, code);
    rows.push(code);
  }
  return Int32Array.from(rows);
}

/** Probabilities beside the true classes, as metrics of probabilities look at them. `caller` is what the user called. */
export function outcomeOfArrays(
  caller: string,
  actual: ArrayLike<number>,
  probabilities: ArrayLike<number>,
  weights: ArrayLike<number> | null,
): ClassOutcome {
  checkList(caller, "actual", actual, undefined);
  checkList(caller, "probabilities", probabilities, undefined);
  const isOfSecond = probabilities.length === actual.length;
  const classCount = isOfSecond ? 2 : probabilities.length / actual.length;
  if (!Number.isInteger(classCount) || classCount === 0) {
    const message = `${caller}: probabilities expects one number per row and class, ${actual.length} rows, got ${probabilities.length}`;
    throw new CambiumError("bad-option", message);
  }
  if (isOfSecond) checkRows(caller, { numbers: { probabilities }, weights: null });
  const shares = isOfSecond ? ofBothClasses(probabilities) : probabilities;
  checkRows(caller, { codes: { actual }, classCount, probabilities: shares, weights });
  const ownWeights = weights && Float64Array.from(weights);
  return new ClassOutcome(Float64Array.from(shares), Int32Array.from(actual), classCount, ownWeights);
}

function ofBothClasses(ofSecond: ArrayLike<number>): Float64Array {
  const shares = new Float64Array(2 * ofSecond.length);
  for (let row = 0; row < ofSecond.length; row++) {
    shares[2 * row] = 1 - ofSecond[row];
    shares[2 * row + 1] = ofSecond[row];
  }
  return shares;
}
