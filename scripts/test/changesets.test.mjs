import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import parseChangeset from "@changesets/parse";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");

const packages = readdirSync(join(root, "packages")).map(
  (name) => JSON.parse(read(`packages/${name}/package.json`)).name,
);
const changesets = readdirSync(join(root, ".changeset"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => [name, read(`.changeset/${name}`)]);

test.for(changesets)("the release tool can read .changeset/%s: packages that exist, and a sentence", ([, text]) => {
  const { releases, summary } = parseChangeset(text);
  expect(releases).not.toEqual([]);
  expect(packages).toEqual(expect.arrayContaining(releases.map(({ name }) => name)));
  expect(summary).not.toBe("");
});

test("a changeset whose front matter was reformatted cannot be read", () => {
  expect(() => parseChangeset('---\n\n## "cambium": minor\n\nText.\n')).toThrow("front");
});
