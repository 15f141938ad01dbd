import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatted } from "./formatted.mjs";
import { parametersOf } from "./loss-parameters.mjs";
import { declarationOf, exportsFrom, parse, summaryOf, valueExports } from "./read-exports.mjs";

const INDEX = "packages/losses/src/index.ts";
const RECORD = "packages/losses/src/built-in-losses.ts";
const CAMBIUM_INDEX = "packages/cambium/src/index.ts";
const TABLE = "docs/reference/losses.md";

/** What makes losses of expressions is no loss. */
const MAKERS = "packages/losses/src/expression/";

/** Every list of the losses, made from the value exports of the losses' index: one line there is one loss. */
export function lossFiles(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const passedOn = valueExports(INDEX, read(INDEX))
    .filter(({ target }) => target !== RECORD)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const losses = passedOn.filter(({ target }) => !target.startsWith(MAKERS));
  return [
    { path: RECORD, text: formatted(RECORD, recordOf(losses)) },
    { path: CAMBIUM_INDEX, text: formatted(CAMBIUM_INDEX, withLosses(read(CAMBIUM_INDEX), passedOn)) },
    { path: TABLE, text: pageOf(losses.map(({ name, target }) => rowsFor(name, target, read))) },
  ];
}

function recordOf(losses) {
  const imports = losses.map(({ name, specifier }) => `import { ${name} } from "${specifier}";`);
  return `// Written by \`npm run generate\` from the exports of index.ts. Do not edit.

${imports.join("\n")}

/** Every loss of this package by its name. */
export const builtInLosses = { ${losses.map(({ name }) => name).join(", ")} } as const;
`;
}

/** The text of cambium's index, whose statement that passes the losses on is brought up to date. */
function withLosses(text, losses) {
  const statement = exportsFrom(parse(CAMBIUM_INDEX, text)).find(
    ({ isTypeOnly, moduleSpecifier }) => !isTypeOnly && moduleSpecifier.text === "@cambium/losses",
  );
  if (!statement) throw new Error(`${CAMBIUM_INDEX} has no statement \`export { … } from "@cambium/losses";\``);
  const names = losses.map(({ name }) => name).join(", ");
  const updated = `export { ${names} } from "@cambium/losses";`;
  return text.slice(0, statement.getStart()) + updated + text.slice(statement.end);
}

function pageOf(losses) {
  const rows = losses.map(({ name, summary }) => rowOf([`\`${name}\``, summary]));
  const parameters = losses.flatMap(({ name, parameters }) =>
    parameters.map((of) => rowOf([`\`${name}\``, `\`${of.name}\``, of.expected, of.default, of.about])),
  );
  return `# Losses

What \`boosting({ loss })\` can minimise. Written by \`npm run generate\` from the comments in the source.

| loss | what it is |
|---|---|
${rows.join("\n")}

## Their parameters

As \`huber({ delta: 2 })\`; the other losses have none. A saved model keeps them.

| loss | parameter | takes | default | what it is |
|---|---|---|---|---|
${parameters.join("\n")}
`;
}

function rowOf(cells) {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** What the comment above a loss says, and what the rules of its parameters do. */
function rowsFor(name, target, read) {
  const { declaration, path } = declarationOf(name, target, read);
  const summary = summaryOf(declaration);
  if (summary === "")
    throw new Error(`${path}: ${name} needs a comment that says what it is; it becomes its row in ${TABLE}.`);
  return { name, summary, parameters: parametersOf({ declaration, path }, read) };
}
