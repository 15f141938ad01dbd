import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** packages/<name>/api-report.md: what each entry of each package exports, so that a change of it shows in review. */
export function apiReports(root) {
  return readdirSync(join(root, "packages")).map((name) => {
    const folder = join(root, "packages", name);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const entries = Object.entries(manifest.publishConfig.exports).map(([subpath, { types }]) => {
      if (!existsSync(join(folder, types))) throw new Error(`packages/${name} is not built: there is no ${types}.`);
      const specifier = subpath.replace(/^\./, manifest.name);
      return apiOf(specifier, readFileSync(join(folder, types), "utf8"));
    });
    const heading = `# The API of ${manifest.name}\n\nWritten by \`npm run generate\` from the built declarations.\n`;
    return { path: `packages/${name}/api-report.md`, text: [heading, ...entries].join("\n") };
  });
}

/** The declarations of one entry, without comments: the exported ones by name, then those that they mention. */
export function apiOf(specifier, text) {
  const source = ts.createSourceFile("index.d.ts", text, ts.ScriptTarget.Latest, true);
  const exported = exportedNames(source);
  const own = source.statements.filter(isDeclaration).map((statement) => ({
    name: nameOf(statement),
    code: print(statement, source)
      .replace(/^export /, "")
      .replace(/^declare /, ""),
  }));
  const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  const isLocal = new Set(own.map(({ name }) => name));
  const passedOn = [...exported.values()].filter(({ local, from }) => from !== null || !isLocal.has(local));
  const shown = own.filter(({ name }) => [...exported.values()].some(({ local }) => local === name));
  const mentioned = own.filter(({ name }) => !shown.some((other) => other.name === name));
  const sections = [
    [`## \`${specifier}\``, [...shown.map(withPublicName(exported)), ...passedOn.map(asReExport)]],
    ["### Mentioned above, not exported", mentioned],
  ];
  return sections
    .filter(([, declarations]) => declarations.length > 0)
    .map(
      ([title, declarations]) =>
        `${title}\n\n\`\`\`ts\n${declarations
          .sort(byName)
          .map(({ code }) => code)
          .join("\n\n")}\n\`\`\`\n`,
    )
    .join("\n");
}

/** Public name → the local one, or where it comes from. */
function exportedNames(source) {
  const names = new Map();
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue;
    for (const element of statement.exportClause.elements) {
      const local = (element.propertyName ?? element.name).text;
      const isType = statement.isTypeOnly || element.isTypeOnly;
      names.set(element.name.text, {
        name: element.name.text,
        local,
        isType,
        from: statement.moduleSpecifier?.text ?? importedFrom(source, local),
      });
    }
  }
  return names;
}

function importedFrom(source, local) {
  const declaration = source.statements.find(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      statement.importClause?.namedBindings?.elements?.some(({ name }) => name.text === local),
  );
  return declaration?.moduleSpecifier.text ?? null;
}

const withPublicName = (exported) => (declaration) => {
  const { name } = [...exported.values()].find(({ local }) => local === declaration.name);
  return name === declaration.name ? declaration : { name, code: `${declaration.code} // exported as ${name}` };
};

function asReExport({ name, local, isType, from }) {
  const renamed = local === name ? name : `${local} as ${name}`;
  return { name, code: `export ${isType ? "type " : ""}{ ${renamed} } from "${from}";` };
}

function isDeclaration(statement) {
  return !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement);
}

function nameOf(statement) {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations[0].name.text : statement.name.text;
}

function print(statement, source) {
  return ts.createPrinter({ removeComments: true }).printNode(ts.EmitHint.Unspecified, statement, source);
}
