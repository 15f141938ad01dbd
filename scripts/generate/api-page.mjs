import { readFileSync } from "node:fs";
import { join } from "node:path";
import { declarationOf, exportedNames, membersOf, summaryOf } from "./read-exports.mjs";

const PAGE = "docs/reference/api.md";

/** What a user may import from where. A name that an entry above has too is told there. */
const ENTRIES = {
  cambium: "packages/cambium/src/index.ts",
  "cambium/io": "packages/cambium/src/io.ts",
  "cambium/predict": "packages/cambium/src/predict.ts",
  "cambium/viz": "packages/cambium/src/viz.ts",
  "cambium/workers": "packages/cambium/src/workers.ts",
  "@cambium/core": "packages/core/src/index.ts",
  "@cambium/losses": "packages/losses/src/index.ts",
  "@cambium/testing": "packages/testing/src/index.ts",
};

/** The page that lists every public name, each with the first paragraph of its comment. */
export function apiPage(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const told = new Set();
  const sections = Object.entries(ENTRIES).map(([specifier, path]) => {
    const names = exportedNames(path, read(path));
    const fresh = names.filter(({ name }) => !told.has(name));
    if (names.length > 0 && fresh.length === 0) return aboveOnly(specifier, names);
    for (const { name } of fresh) told.add(name);
    return sectionOf(specifier, path, fresh.sort(byName), { root, read });
  });
  return [{ path: PAGE, text: `${HEADING}\n${sections.join("\n")}` }];
}

const HEADING = `# API

Every public name, with what its comment in the source says. Written by \`npm run generate\`. Each package's exact types
stand in its \`api-report.md\`.
`;

function aboveOnly(specifier, names) {
  return `## \`${specifier}\`\n\nOf those above: ${names.map(({ name }) => `\`${name}\``).join(", ")}.\n`;
}

function sectionOf(specifier, path, names, { root, read }) {
  const told = names.flatMap(({ name, isType }) => {
    const found = declarationOf(name, path, read);
    const members = membersOf(found, root).map((member) => rowOf(`${name}.${member.name.text}`, member, isType));
    return [rowOf(name, found.declaration, isType), ...members];
  });
  const values = listOf(
    "function or value",
    told.filter(({ isType }) => !isType),
  );
  const types = listOf(
    "type",
    told.filter(({ isType }) => isType),
  );
  return `## \`${specifier}\`\n${values}${types}`;
}

function rowOf(name, declaration, isType) {
  return { name: `\`${name}\``, isType, summary: summaryOf(declaration).replaceAll("|", "\\|") };
}

/** A table of the names with a comment, then those that speak for themselves. */
function listOf(title, names) {
  const rows = names.filter(({ summary }) => summary !== "").map(({ name, summary }) => `| ${name} | ${summary} |\n`);
  const others = names.filter(({ summary }) => summary === "").map(({ name }) => name);
  const table = rows.length === 0 ? "" : `\n| ${title} | what it is |\n| --- | --- |\n${rows.join("")}`;
  return others.length === 0 ? table : `${table}\nAlso ${others.join(", ")}.\n`;
}

function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}
