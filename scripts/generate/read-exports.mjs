import { posix } from "node:path";
import ts from "typescript";

/** The `export … from` statements of a module. */
export function exportsFrom(source) {
  return source.statements.filter((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier);
}

/** The names that a module passes on, each with whether it is a type, the specifier and the path of the module it comes from. */
export function exportedNames(path, text) {
  return exportsFrom(parse(path, text)).flatMap(({ isTypeOnly, exportClause, moduleSpecifier }) =>
    (exportClause?.elements ?? []).map((element) => ({
      name: element.name.text,
      isType: isTypeOnly || element.isTypeOnly,
      specifier: moduleSpecifier.text,
      target: targetOf(path, moduleSpecifier.text),
    })),
  );
}

/** The names that a module passes on as values. */
export function valueExports(path, text) {
  return exportedNames(path, text).filter(({ isType }) => !isType);
}

function targetOf(path, specifier) {
  const [, name] = /^@cambium\/(.+)$/.exec(specifier) ?? [];
  return name ? `packages/${name}/src/index.ts` : posix.join(posix.dirname(path), specifier);
}

/** Where a name is declared, found by following the exports from `path` on. */
export function declarationOf(name, path, read) {
  const text = read(path);
  const declaration = parse(path, text).statements.find((statement) => declares(statement, name));
  if (declaration) return { declaration, path };
  const onward = exportedNames(path, text).find((other) => other.name === name);
  if (!onward) throw new Error(`${path} exports no ${name}.`);
  return declarationOf(name, onward.target, read);
}

function declares(statement, name) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0].name.text === name;
  return !ts.isExportDeclaration(statement) && !ts.isImportDeclaration(statement) && statement.name?.text === name;
}

/**
 * The declarations of the members of an exported object that names its type, such as `metrics`; none of anything else. The type may be
 * made of the types of other files, which the compiler reads.
 */
export function membersOf({ declaration, path }, root) {
  if (!ts.isVariableStatement(declaration)) return [];
  const { type } = declaration.declarationList.declarations[0];
  if (type === undefined || !ts.isTypeReferenceNode(type)) return [];
  const file = posix.join(root, path);
  const options = {
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    customConditions: ["@cambium/source"],
  };
  const module = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const program = ts.createProgram([file], { ...options, ...module, target: ts.ScriptTarget.ESNext });
  const name = type.typeName.getText();
  const declared = program.getSourceFile(file).statements.find((statement) => statement.name?.text === name);
  const checker = program.getTypeChecker();
  const members = declared === undefined ? [] : checker.getPropertiesOfType(checker.getTypeAtLocation(declared));
  return members.flatMap((member) => member.declarations?.slice(0, 1) ?? []);
}

/** The first paragraph of the comment above a declaration or one of its members; "" where there is none. */
export function summaryOf(declaration) {
  const [comment] = ts.getJSDocCommentsAndTags(declaration).filter(ts.isJSDoc);
  const words = (comment && ts.getTextOfJSDocComment(comment.comment)) ?? "";
  return words.split("\n\n")[0].replace(/\s+/g, " ").trim();
}

export function parse(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
