import { readFileSync } from "node:fs";

/** The cells of a row, by the head of their column. */
export type PageRow = Readonly<Record<string, string>>;

const page = readFileSync(new URL("../../../../../docs/reference/published-studies.md", import.meta.url), "utf8");

/** The rows of the table in the part of the page with this heading: they tell what was published, and are to tell what is found. */
export function pageRows(heading: string): PageRow[] {
  const part = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  const lines = part?.split("\n").filter((line) => line.startsWith("|")) ?? [];
  const [head, , ...body] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  if (body.length === 0) throw new Error(`docs/reference/published-studies.md has no table under "${heading}"`);
  return body.map((cells) => Object.fromEntries(cells.map((cell, column) => [head[column], cell])));
}
