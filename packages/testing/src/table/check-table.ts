import { CambiumError, isDate, type TableLike } from "@cambium/core";
import { checkSubject } from "../report/check-subject.ts";
import { expectSame } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { runChecks } from "../report/run-checks.ts";

/** Tries a table on what core relies on when it reads one. Reads every column a few times. */
export async function checkTable(table: TableLike): Promise<Report> {
  const expected = "a table, as tableFromColumns gives";
  checkSubject(table, { kit: "checkTable", expected, parts: { columnNames: "object", column: "function" } });
  return runChecks(`table of ${show([...table.columnNames])}`, [
    {
      law: "column names are strings, each once",
      lookAt: "`columnNames`: an array; rename columns that a file has twice, or refuse it",
      run: () => expectUniqueNames(table),
    },
    {
      law: "every column has rowCount values",
      lookAt: "`rowCount`, a whole number, and the length of what `column(name)` gives",
      run: () => expectLengths(table),
    },
    {
      law: "every value is a number, a bigint, text, a boolean, a Date or missing",
      lookAt: "`column(name)`: decode dates, dictionaries and decimals; missing is null, undefined or NaN",
      run: () => expectPlainValues(table),
    },
    {
      law: "a column has the same values each time it is read",
      lookAt: "`column(name)`: a table is read by `fit`, then by `evaluate`; a stream has to be read to its end first",
      run: () => expectStable(table),
    },
    {
      law: "a column that was read stays as it is when others are read",
      lookAt: "`column(name)`: no buffer may be shared between columns",
      run: () => expectOwnArrays(table),
    },
    {
      law: "an unknown name is a CambiumError",
      lookAt: '`column(name)`: names such as "toString" or "__proto__" are unknown too, unless there is such a column',
      run: () => expectUnknownRefused(table),
    },
  ]);
}

function expectUniqueNames({ columnNames }: TableLike): void {
  if (!Array.isArray(columnNames)) throw new Mismatch("columnNames", "an array", show(columnNames));
  columnNames.forEach((name: unknown, index) => {
    if (typeof name !== "string") throw new Mismatch(`columnNames[${index}]`, "a string", show(name));
    if (columnNames.indexOf(name) !== index) throw new Mismatch("columnNames", "each name once", `${show(name)} twice`);
  });
}

function expectLengths(table: TableLike): void {
  const { rowCount } = table;
  if (!(Number.isInteger(rowCount) && rowCount >= 0)) throw new Mismatch("rowCount", "a whole number", show(rowCount));
  for (const name of table.columnNames) {
    const { length } = table.column(name);
    if (length !== rowCount) throw new Mismatch(`column ${show(name)}`, `${rowCount} values`, length);
  }
}

function expectPlainValues(table: TableLike): void {
  for (const name of table.columnNames) {
    Array.from(table.column(name)).forEach((value, row) => {
      const isPlain =
        typeof value === "object" ? value === null || isDate(value) : !/function|symbol/.test(typeof value);
      if (!isPlain) throw new Mismatch(`column ${show(name)}, row ${row + 1}`, "a plain value", kindOf(value));
    });
  }
}

function kindOf(value: unknown): string {
  return typeof value === "object" && value !== null ? `an object (${value.constructor?.name})` : `a ${typeof value}`;
}

function expectStable(table: TableLike): void {
  const read = () => table.columnNames.map((name) => Array.from(table.column(name)));
  const [first, second] = [read(), read()];
  table.columnNames.forEach((name, index) => {
    expectSame(`column ${show(name)}, read again`, first[index], second[index]);
  });
}

function expectOwnArrays(table: TableLike): void {
  for (const name of table.columnNames) {
    const values = table.column(name);
    const before = Array.from(values);
    for (const other of table.columnNames) if (other !== name) table.column(other);
    expectSame(`column ${show(name)}, after the others were read`, before, Array.from(values));
  }
}

function expectUnknownRefused(table: TableLike): void {
  for (const name of ["no such column", "toString", "__proto__"].filter((each) => !table.columnNames.includes(each))) {
    let came: unknown;
    try {
      came = show(table.column(name));
    } catch (error) {
      if (error instanceof CambiumError) continue;
      came = String(error);
    }
    throw new Mismatch(`column(${show(name)})`, "a CambiumError", came);
  }
}
