import { MOST_CLASSES } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { aNumber, check, describe, isListOf } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import type { Check } from "../util/option.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";

/** A list that a metric was called with, and what each number has to be. `width`: how many numbers a row has; default 1. */
type GivenList = readonly [values: ArrayLike<number>, rule: Check<number>, width?: number];

export const finiteNumber = /* @__PURE__ */ check<number>("a finite number", Number.isFinite);

const weightOfRow = /* @__PURE__ */ aNumber("a number from 0 to 2^60", (value) => value >= 0 && value <= 2 ** 60);

/** A class, as its place from 0 on. With `others` -1 and less stand for classes that no model knows. */
export function classBelow(classCount: number, others = false): Check<number> {
  return check(
    `a class from 0 to ${classCount - 1}${others ? ", or -1 and less for others" : ""}`,
    (value) => Number.isInteger(value) && (value as number) < classCount && (others || (value as number) >= 0),
  );
}

/**
 * Refuses lists of different lengths, values that are no numbers, and codes without a class: all of them would give a figure that looks
 * right. The lists are given by the names that the parameters of the metric have.
 */
export function* rowsInTurns(
  metric: string,
  lists: Readonly<Record<string, GivenList>>,
  weights: ArrayLike<number> | null = null,
): Turns<void> {
  const all: typeof lists = weights === null ? lists : { ...lists, weights: [weights, weightOfRow] };
  let rows: number | undefined;
  for (const [name, [values, , width]] of Object.entries(all)) {
    const items = width === undefined ? "numbers, one a row" : "numbers, one a row and class";
    checkList(`${metric}: ${name}`, values, rows === undefined ? undefined : rows * (width ?? 1), items);
    rows ??= values.length;
  }
  for (const [name, [values, { expected, accepts }]] of Object.entries(all)) {
    yield* turnsOver(values.length, (start, end) => {
      for (let i = start; i < end; i++) {
        if (accepts(values[i])) continue;
        const message = `${metric}: ${name} expects ${expected}, got ${describe(values[i])} at ${i}`;
        throw new CambiumError("bad-option", message);
      }
    });
  }
}

/** Refuses what is no square of weights with a row and a column for each class. */
export function checkConfusion(metric: string, confusion: { readonly rows: readonly (readonly number[])[] }): void {
  const rows: unknown = confusion?.rows;
  const isSquare = Array.isArray(rows) && rows.length > 0 && rows.length <= MOST_CLASSES;
  demand(isSquare, `${metric} expects a confusion matrix, as confusionMatrix gives, got ${describe(confusion)}`);
  const cell = aNumber("a finite number >= 0", (value) => Number.isFinite(value) && value >= 0);
  for (const [place, row] of rows.entries()) {
    const name = `row ${place} of the confusion matrix`;
    checkList(`${metric}: ${name}`, row, rows.length, "numbers, one a class");
    atOnce(rowsInTurns(metric, { [name]: [row, cell] }));
  }
}

/** A list of objects that have these finite numbers. */
export function listOf(expected: string, names: readonly string[]): Check<readonly object[]> {
  const isItem = (item: unknown) =>
    typeof item === "object" &&
    item !== null &&
    names.every((name) => Object.hasOwn(item, name) && Number.isFinite((item as Record<string, unknown>)[name]));
  return check(`a list of ${expected}`, (value) => isListOf(value, isItem));
}

/** Refuses what is no list, or not one of `count` numbers. `what` is the metric and the name of the list. */
export function checkList(what: string, values: unknown, count?: number, items = "numbers, one a row"): void {
  const length = typeof values === "object" ? (values as Partial<ArrayLike<unknown>> | null)?.length : undefined;
  const isList = length !== undefined && Number.isSafeInteger(length) && length >= 0;
  demand(isList, `${what} expects an array of ${items}, got ${describe(values)}`);
  demand(count === undefined || length === count, `${what} expects ${count} ${items}, got ${length}`);
}
