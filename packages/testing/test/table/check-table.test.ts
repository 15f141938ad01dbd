import { CambiumError, type TableLike } from "@cambium/core";
import { test } from "vitest";
import { checkTable } from "../../src/index.ts";
import { expectAllBroken, expectOnlyFailure } from "../support/expect-only-failure.ts";

/** A table of two rows in columns a and b, with some of it changed. */
function altered(change: Partial<TableLike>): TableLike {
  return {
    rowCount: 2,
    columnNames: ["a", "b"],
    column(name) {
      if (name === "a") return [1, null];
      if (name === "b") return ["x", "y"];
      throw new CambiumError("unknown-column", `no column "${name}"`);
    },
    ...change,
  };
}

function movingOn(): TableLike {
  let read = 0;
  return altered({
    columnNames: ["a"],
    column(name) {
      return name === "a" ? [++read, ++read] : altered({}).column(name);
    },
  });
}

function sharedBuffer(): TableLike {
  const buffer = new Float64Array(2);
  return altered({
    column(name) {
      if (name !== "a" && name !== "b") return altered({}).column(name);
      return buffer.fill(name === "a" ? 1 : 2);
    },
  });
}

const plainObject: Record<string, ArrayLike<unknown>> = { a: [1, 2], b: [3, 4] };

const broken: [law: string, table: TableLike][] = [
  ["column names are strings, each once", altered({ columnNames: ["a", "b", "a"] })],
  ["every column has rowCount values", altered({ rowCount: 3 })],
  [
    "every value is a number, a bigint, text, a boolean, a Date or missing",
    altered({ columnNames: ["a"], column: (name) => (name === "a" ? [1, { nested: 2 }] : altered({}).column("c")) }),
  ],
  ["a column has the same values each time it is read", movingOn()],
  ["a column that was read stays as it is when others are read", sharedBuffer()],
  ["an unknown name is a CambiumError", altered({ column: (name) => plainObject[name] })],
];

test.each(broken)("a table is told when it does not keep this law: %s", async (law, table) => {
  expectOnlyFailure(await checkTable(table), law);
});

test("every law can be broken", async () => {
  expectAllBroken(
    [await checkTable(altered({}))],
    broken.map(([law]) => law),
  );
});
