import { expect, test } from "vitest";
import { groupNotes } from "../../src/telling/group-notes.ts";

test("notes that say the same of several columns become one line with the columns", () => {
  const names = ["a", 'b" has', "c", "d", "e"];
  const notes = [
    'target "y" has 2 classes: classification',
    'column "a" has no value in any row',
    'column "c" is not numeric: taken as categorical, 1 category',
    'column "b" has" has no value in any row',
    'column "d" is not numeric: taken as categorical, 12 categories',
    "the exact engine grew the tree on 1 thread",
  ];
  expect(groupNotes(notes, names)).toEqual([
    { text: 'target "y" has 2 classes: classification', columns: [] },
    { text: "2 columns have no value in any row", columns: ["a", 'b" has'] },
    { text: "2 columns are not numeric: taken as categorical", columns: ["c, 1 category", "d, 12 categories"] },
    { text: "the exact engine grew the tree on 1 thread", columns: [] },
  ]);
});

test("where nothing but a number differs, and no clause ends before it, the number is left open", () => {
  const notes = ['column "a" has 3 holes', 'column "b" has 14 holes'];
  expect(groupNotes(notes, ["a", "b"])).toEqual([
    { text: "2 columns have …", columns: ["a has 3 holes", "b has 14 holes"] },
  ]);
});

test("a note about one column, and one about a column that the table lacks, stand as they are", () => {
  const notes = ['column "a" has no value in any row', 'column "z" has no value in any row'];
  expect(groupNotes(notes, ["a"]).map(({ text }) => text)).toEqual(notes);
});
