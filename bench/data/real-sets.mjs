import { readFileSync } from "node:fs";
import { sfc32 } from "./sfc32.mjs";

const folder = new URL("../../fixtures/datasets/", import.meta.url);

/** A row in so many is for the test. */
const ROWS_PER_TEST_ROW = 4;

/**
 * A set of `fixtures/datasets` as every peer gets it: numbers, with NaN where there is none. A column is of numbers if all
 * its fields are; else it is of categories, and has the place of each in the sorted list of them.
 *
 * @param {string} name of the file, without its ending
 * @param {{ target: string, task: "classification" | "regression", categories?: string[], without?: string[] }} how
 *   `categories` are columns whose numbers are names; columns `without` are no features
 */
export function readRealSet(name, how) {
  return tableOfText(readFileSync(new URL(`${name}.csv`, folder), "utf8"), how);
}

/** None of the sets has quoted fields: a comma is the end of one. */
export function tableOfText(text, { target, task, categories = [], without = [] }) {
  const [header, ...lines] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const fieldsOf = (name) => lines.map((fields) => fields[header.indexOf(name)]);
  const columns = header
    .filter((name) => name !== target && !without.includes(name))
    .map((name) => {
      const fields = fieldsOf(name);
      const isNumeric = !categories.includes(name) && fields.every((field) => Number.isFinite(Number(field)));
      return isNumeric ? { values: fields.map(numberOf), levels: 0 } : codesOf(fields);
    });
  const goal = task === "classification" ? codesOf(fieldsOf(target)) : { values: fieldsOf(target).map(numberOf) };
  if (goal.values.some(Number.isNaN)) throw new Error(`"${target}" has rows without a value`);
  return { task, rows: lines.length, columns, y: Float64Array.from(goal.values), classes: goal.levels ?? 0 };
}

function numberOf(field) {
  return field === "" ? Number.NaN : Number(field);
}

function codesOf(fields) {
  const levels = [...new Set(fields.filter((field) => field !== ""))].sort();
  const codes = new Map(levels.map((level, code) => [level, code]));
  return { values: fields.map((field) => codes.get(field) ?? Number.NaN), levels: levels.length };
}

/**
 * Which rows are for the test, by a 1 each. Rows are shuffled, laid class by class, and every fourth is taken from a place
 * that is drawn: so every class has its share, up to a row, and one of two rows or more is never gone from the training.
 */
export function testRowsOf({ rows, y, classes }, seed) {
  const next = sfc32(seed);
  const order = Uint32Array.from({ length: rows }, (_, row) => row);
  for (let last = rows - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  // Sorting keeps the order within a class.
  if (classes > 0) order.sort((a, b) => y[a] - y[b]);
  const isTest = new Uint8Array(rows);
  for (let at = Math.floor(next() * ROWS_PER_TEST_ROW); at < rows; at += ROWS_PER_TEST_ROW) isTest[order[at]] = 1;
  return isTest;
}
