import { expect, test } from "vitest";
import { layoutTexts } from "../../packages/kernels/build-layouts.mjs";

/** The numbers of the last constant of a text, by name. */
function numbersIn(text) {
  const pairs = [...text.matchAll(/^ {2}(\w+)(?:: | = )(\d+),/gm)];
  return Object.fromEntries(pairs.map(([, name, number]) => [name, Number(number)]));
}

test("fields follow each other: as indices in TypeScript, as bytes in AssemblyScript", () => {
  const { typescript, assemblyscript } = layoutTexts({ Job: { unit: "f64", fields: { "from to": "Rows.", out: "" } } });
  expect(numbersIn(typescript)).toEqual({ from: 0, to: 1, out: 2, size: 4 });
  expect(numbersIn(assemblyscript)).toEqual({ from: 0, to: 8, out: 16, size: 32 });
  expect(typescript.match(/Rows\./g)).toHaveLength(2);
});

test("a field of another type is aligned to it", () => {
  const fields = { first: "", step: ["f64", ""], both: ["u32x3", ""], line: ["u32@128", ""], last: "" };
  const { typescript, assemblyscript } = layoutTexts({ Job: { unit: "u32", fields } });
  expect(numbersIn(typescript)).toEqual({ first: 0, step: 2, both: 4, line: 32, last: 33, size: 36 });
  expect(numbersIn(assemblyscript)).toEqual({ first: 0, step: 8, both: 16, line: 128, last: 132, size: 144 });
});

test("values count from 0, and constants have a type in AssemblyScript", () => {
  const { typescript, assemblyscript } = layoutTexts({ Kind: { values: ["one", "two"] }, MOST: { i64: 2 ** 40 } });
  for (const text of [typescript, assemblyscript]) expect(numbersIn(text)).toEqual({ one: 0, two: 1 });
  expect(typescript).toContain("export const MOST = 1099511627776;");
  expect(assemblyscript).toContain("export const MOST: i64 = 1099511627776;");
});

test("what is no description is refused by its name", () => {
  expect(() => layoutTexts({ Job: { unit: "u32", fields: { step: ["f63", ""] } } })).toThrow("Job.step");
  expect(() => layoutTexts({ Job: { unit: "u32", fields: { step: ["u8", ""] } } })).toThrow("Job.step");
  expect(() => layoutTexts({ MOST: { about: "Nothing." } })).toThrow("MOST");
});
