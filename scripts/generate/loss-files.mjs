import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { formatted } from "./formatted.mjs";

const INDEX = "packages/losses/src/index.ts";
const RECORD = "packages/losses/src/built-in-losses.ts";
const CAMBIUM_INDEX = "packages/cambium/src/index.ts";
const TABLE = "docs/reference/losses.md";

/** Every list of the losses, made from the value exports of the losses' index: one line there is one loss. */
export function lossFiles(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const losses = valueExports(INDEX, read(INDEX))
    .filter(({ target }) => target !== RECORD)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    { path: RECORD, text: formatted(RECORD, recordOf(losses)) },
    { path: CAMBIUM_INDEX, text: formatted(CAMBIUM_INDEX, withLosses(read(CAMBIUM_INDEX), losses)) },
    {
      path: TABLE,
      text: tableOf(losses.map((loss) => ({ ...loss, summary: summaryOf(loss.name, loss.target, read) }))),
    },
  ];
}

/** The names that a module passes on as values, each with the specifier and the path of the module it comes from. */
function valueExports(path, text) {
  return exportsFrom(parse(path, text)).flatMap(({ isTypeOnly, exportClause, moduleSpecifier }) =>
    isTypeOnly || !exportClause
      ? []
      : exportClause.elements
          .filter((element) => !element.isTypeOnly)
          .map(({ name }) => ({
            name: name.text,
            specifier: moduleSpecifier.text,
            target: targetOf(path, moduleSpecifier.text),
          })),
  );
}

function targetOf(path, specifier) {
  const [, name] = /^@cambium\/(.+)$/.exec(specifier) ?? [];
  return name ? `packages/${name}/src/index.ts` : posix.join(posix.dirname(path), specifier);
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

function tableOf(losses) {
  const rows = losses.map(({ name, summary }) => `| \`${name}\` | ${summary.replaceAll("|", "\\|")} |`);
  return `# Losses

What \`boosting({ loss })\` can minimise. Written by \`npm run generate\` from the comments in the source.

| loss | what it is |
|---|---|
${rows.join("\n")}
`;
}

/** The first paragraph of the comment above the loss, found by following the exports to where it is declared. */
function summaryOf(name, path, read) {
  const text = read(path);
  const source = parse(path, text);
  const declaration = source.statements.find((statement) => declares(statement, name));
  if (declaration) {
    const [comment] = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
    const words = comment && ts.getTextOfJSDocComment(comment.comment);
    if (!words)
      throw new Error(`${path}: ${name} needs a comment that says what it is; it becomes its row in ${TABLE}.`);
    return words.split("\n\n")[0].replace(/\s+/g, " ").trim();
  }
  const onward = valueExports(path, text).find((other) => other.name === name);
  if (!onward) throw new Error(`${path} exports no ${name}.`);
  return summaryOf(name, onward.target, read);
}

function declares(statement, name) {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name;
  return ts.isVariableStatement(statement) && statement.declarationList.declarations[0].name.text === name;
}

function exportsFrom(source) {
  return source.statements.filter((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier);
}

function parse(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
