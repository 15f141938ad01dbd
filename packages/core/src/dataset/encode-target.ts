import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { isDate } from "../util/other-realms.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { classLabelOf, compareLabels } from "./class-label.ts";
import { asNumber, kindOf } from "./encode-column.ts";
import { findLabels, type LabelCodes, sortLabels } from "./encode-labels.ts";
import { type ClassLabel, MOST_CLASSES, type Target, type Task } from "./target.ts";

/** Standard errors sum the squares of weighted squared differences: up to here they stay in the range of a double. */
const LARGEST_TARGET = 2 ** 200;

/**
 * What is to be learned. Text and booleans are classes, numbers are numbers; `task` overrides that, and so do `classes`, which are all that
 * there are: rows need not have each of them.
 */
export function* targetInTurns(
  name: string,
  values: ArrayLike<unknown>,
  weights: Float64Array | null,
  task?: Task,
  classes?: readonly ClassLabel[],
): Turns<Target> {
  const chosen = task ?? (classes === undefined ? inferTask(name, values) : "classification");
  if (chosen === "classification") {
    const found = yield* encodeClasses(name, values);
    const among = classes === undefined ? found : yield* amongClasses(name, found, classes);
    return { task: "classification", name, codes: among.codes, classes: among.labels, weights };
  }
  if (classes === undefined) return { task: "regression", name, values: yield* encodeNumbers(name, values), weights };
  const message = `classes: the target "${name}" is taken for regression, which has none; leave classes out, or pass task: "classification"`;
  throw new CambiumError("bad-option", message);
}

/** The same rows with the codes that their classes have among all of them. */
function* amongClasses(
  name: string,
  found: LabelCodes<ClassLabel>,
  given: readonly ClassLabel[],
): Turns<LabelCodes<ClassLabel>> {
  const { labels } = yield* encodeClasses("classes", given);
  const codeOf = new Map(labels.map((label, code) => [label, code]));
  const newCodes = found.labels.map((label) => {
    const code = codeOf.get(label);
    if (code !== undefined) return code;
    throw badTarget(name, `has the class ${describe(label)}, which classes does not list; add it there`);
  });
  const codes = new Int32Array(found.codes.length);
  yield* turnsOver(codes.length, (start, end) => {
    for (let row = start; row < end; row++) codes[row] = newCodes[found.codes[row]];
  });
  return { codes, labels };
}

/** Text and booleans are classes, numbers and dates are not. */
export function inferTask(name: string, values: ArrayLike<unknown>): Task {
  if (ArrayBuffer.isView(values)) return "regression";
  const kind = kindOf(presentValue(name, values, 0));
  return kind === "number" || kind === "bigint" || kind === "date" ? "regression" : "classification";
}

function* encodeNumbers(name: string, values: ArrayLike<unknown>): Turns<Float64Array> {
  const areDates = isDate(values[0]);
  const out = new Float64Array(values.length);
  yield* turnsOver(out.length, (start, end) => {
    for (let row = start; row < end; row++) {
      const given = values[row];
      const isPlain = typeof given === "number" && Math.abs(given) <= LARGEST_TARGET && !areDates;
      out[row] = (isPlain ? given : numberAt(name, values, row, areDates)) + 0;
    }
  });
  return out;
}

function numberAt(name: string, values: ArrayLike<unknown>, row: number, areDates: boolean): number {
  const value = presentValue(name, values, row);
  const number = asNumber(value);
  const found = `${describe(value)} in row ${row + 1}`;
  if (typeof number !== "number" || !(Math.abs(number) <= LARGEST_TARGET)) {
    const repair =
      typeof number === "number"
        ? " up to 2^200: divide by a power of ten"
        : ': for classes pass task: "classification", and to boosting a loss for them, such as logistic()';
    throw badTarget(name, `has ${found}; regression expects numbers${repair}`);
  }
  if (typeof value === "bigint" && !Number.isSafeInteger(number)) {
    const exactly = "beyond the 2^53 that a number holds exactly; round it to a number";
    throw badTarget(name, `has ${value} in row ${row + 1}, ${exactly}`);
  }
  if (isDate(value) === areDates) return number;
  throw badTarget(name, `has ${describe(values[0])} in row 1 and ${found}; pass dates or numbers`);
}

function* encodeClasses(name: string, values: ArrayLike<unknown>): Turns<LabelCodes<ClassLabel>> {
  const labelAt = (_: unknown, row: number) => labelOf(name, row, presentValue(name, values, row));
  const sorted = yield* sortLabels(yield* findLabels(values, labelAt), compareLabels);
  const found = `target "${name}" has ${sorted.labels.length} classes; at most ${MOST_CLASSES} are learned`;
  const repair = 'If its values are numbers, pass task: "regression"';
  demand(sorted.labels.length <= MOST_CLASSES, `${found}. ${repair}`, "too-large");
  return sorted;
}

function labelOf(name: string, row: number, value: unknown): ClassLabel {
  const label = classLabelOf(value);
  if (label !== null) return label;
  throw badTarget(name, `has ${describe(value)} in row ${row + 1}; a class is text, a finite number or a boolean`);
}

function presentValue(name: string, values: ArrayLike<unknown>, row: number): unknown {
  const value = values[row];
  if (kindOf(value) !== "missing") return value;
  throw badTarget(name, `is missing in row ${row + 1}; leave such rows out: nothing can be learned from them`);
}

function badTarget(name: string, found: string): CambiumError {
  return new CambiumError("bad-target", `target "${name}" ${found}`);
}
