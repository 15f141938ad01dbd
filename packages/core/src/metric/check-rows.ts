import { MOST_CLASSES } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument } from "../util/check-argument.ts";
import { check, describe, integerFrom, isListOf } from "../util/check-options.ts";
import type { Check } from "../util/option.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";

/** What a metric was called with, by the names that its parameters have. */
export interface RowArguments {
  /** Lists of finite numbers, one a row. */
  readonly numbers?: Readonly<Record<string, ArrayLike<number>>>;
  /** Lists of classes, as their places from 0 on, one a row. */
  readonly codes?: Readonly<Record<string, ArrayLike<number>>>;
  /** Lists of classes of which -1 and less are such as no model knows. */
  readonly anyClass?: Readonly<Record<string, ArrayLike<number>>>;
  /** What codes are below; default 2. */
  readonly classCount?: number;
  /** A list of so many numbers a row as there are classes. */
  readonly probabilities?: ArrayLike<number>;
  readonly weights: ArrayLike<number> | null;
}

/** Refuses lists of different lengths, numbers that are none, and codes without a class: all of them would give a figure that looks right. */
export function* rowsInTurns(metric: string, given: RowArguments): Turns<void> {
  const { numbers = {}, codes = {}, anyClass = {}, classCount = 2, probabilities, weights } = given;
  checkClassCount(metric, classCount);
  let rows: number | undefined;
  for (const [name, values] of Object.entries({ ...codes, ...anyClass, ...numbers })) {
    checkList(metric, name, values, rows);
    rows = values.length;
  }
  for (const [name, values] of Object.entries(numbers))
    yield* eachInTurns(metric, name, values, "a finite number", Number.isFinite);
  const isCode = (value: number) => Number.isInteger(value) && value >= 0 && value < classCount;
  for (const [name, values] of Object.entries(codes)) {
    yield* eachInTurns(metric, name, values, `a class from 0 to ${classCount - 1}`, isCode);
  }
  const isClass = (value: number) => Number.isInteger(value) && value < classCount;
  for (const [name, values] of Object.entries(anyClass)) {
    yield* eachInTurns(metric, name, values, `a class from 0 to ${classCount - 1}, or -1 and less for others`, isClass);
  }
  if (probabilities !== undefined) {
    checkList(metric, "probabilities", probabilities, (rows ?? 0) * classCount, "one a row and class");
    yield* eachInTurns(metric, "probabilities", probabilities, "a finite number", Number.isFinite);
  }
  if (weights === null) return;
  checkList(metric, "weights", weights, rows);
  yield* eachInTurns(metric, "weights", weights, "a number from 0 to 2^60", (value) => value >= 0 && value <= 2 ** 60);
}

/** The same at once. */
export function checkRows(metric: string, given: RowArguments): void {
  atOnce(rowsInTurns(metric, given));
}

/** Refuses what is no square of weights with a row and a column for each class. */
export function checkConfusion(metric: string, confusion: { readonly rows: readonly (readonly number[])[] }): void {
  const rows: unknown = confusion?.rows;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MOST_CLASSES) {
    const message = `${metric} expects a confusion matrix, as confusionMatrix gives, got ${describe(confusion)}`;
    throw new CambiumError("bad-option", message);
  }
  for (const [place, row] of rows.entries()) {
    const name = `row ${place} of the confusion matrix`;
    checkList(metric, name, row, rows.length, "one a class");
    atOnce(eachInTurns(metric, name, row, "a finite number >= 0", (value) => Number.isFinite(value) && value >= 0));
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

function checkClassCount(metric: string, classCount: number): void {
  checkArgument(`${metric}: classCount`, classCount, integerFrom(1, MOST_CLASSES));
}

/** Refuses what is no list, or not one of `count` numbers. */
export function checkList(
  metric: string,
  name: string,
  values: unknown,
  count: number | undefined,
  each = "one a row",
): void {
  const length = (values as ArrayLike<unknown> | null | undefined)?.length;
  if (typeof values !== "object" || length === undefined || !Number.isSafeInteger(length) || length < 0) {
    throw new CambiumError("bad-option", `${metric}: ${name} expects an array of numbers, got ${describe(values)}`);
  }
  if (count === undefined || length === count) return;
  throw new CambiumError("bad-option", `${metric}: ${name} expects ${count} numbers, ${each}, got ${length}`);
}

function* eachInTurns(
  metric: string,
  name: string,
  values: ArrayLike<number>,
  expected: string,
  accepts: (value: number) => boolean,
): Turns<void> {
  yield* turnsOver(values.length, (start, end) => {
    for (let i = start; i < end; i++) {
      if (typeof values[i] === "number" && accepts(values[i])) continue;
      const message = `${metric}: ${name} expects ${expected}, got ${describe(values[i])} at ${i}`;
      throw new CambiumError("bad-option", message);
    }
  });
}
