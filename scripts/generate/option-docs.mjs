import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/**
 * What the comments above options say: by the name of each group, and then of each option, `{ about, default, type }`. The comments of
 * spread groups count, as in editors.
 *
 * @param {string} root
 * @param {readonly (readonly [path: string, name: string])[]} groups
 */
export function optionDocs(root, groups) {
  const paths = [...new Set(groups.map(([path]) => join(root, path)))];
  const program = ts.createProgram(paths, compilerOptions(root));
  const checker = program.getTypeChecker();
  return Object.fromEntries(
    groups.map(([path, name]) => [name, docsOf(checker, program.getSourceFile(join(root, path)), name)]),
  );
}

function compilerOptions(root) {
  const path = join(root, "tools/tsconfig/node.json");
  const read = ts.readConfigFile(path, (file) => readFileSync(file, "utf8"));
  return ts.parseJsonConfigFileContent(read.config, ts.sys, join(root, "tools/tsconfig")).options;
}

/** Of a group, or of the interface that has its type. */
function docsOf(checker, source, name) {
  const found = checker.getExportsOfModule(checker.getSymbolAtLocation(source)).find((one) => one.name === name);
  if (found === undefined) throw new Error(`${source.fileName} exports no ${name}.`);
  const symbol = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
  const isType = (symbol.flags & ts.SymbolFlags.Interface) !== 0;
  const declared = isType ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol);
  const type = declared.getCallSignatures()[0]?.getReturnType() ?? declared;
  return Object.fromEntries(
    type.getProperties().map((option) => [
      option.name,
      {
        ...textsOf(ts.displayPartsToString(option.getDocumentationComment(checker))),
        type: typeText(checker, checker.getTypeOfSymbol(option)),
      },
    ]),
  );
}

/** The type of an option's values. */
function typeText(checker, rule) {
  const [type] = rule.aliasTypeArguments ?? checker.getTypeArguments(rule);
  return type === undefined ? "unknown" : checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
}

/** A comment without its "Default: …", and that; null where there is none. */
export function textsOf(comment) {
  const text = comment.replace(/\s+/g, " ").trim();
  const found = /Default: (.+?)(?:\.(?= [A-Z`"])|\.$|$)/.exec(text);
  if (found === null) return { about: text, default: null };
  const rest = text.slice(found.index + found[0].length).trim();
  return { about: `${text.slice(0, found.index).trim()} ${rest}`.trim(), default: found[1] };
}

/** How comments write a fixed default. */
function defaultText(value) {
  return value === null ? "none" : JSON.stringify(value);
}

/** Refuses a comment that does not say what is declared. `place` is the group and the option. */
export function checkDocs(place, rule, docs) {
  const expected = rule.isRequired ? null : "default" in rule ? defaultText(rule.default) : undefined;
  if (docs.about === "") throw new Error(`${place} needs a comment that says what it does.`);
  if (expected === null && docs.default !== null) throw new Error(`${place} is required, and has no default.`);
  if (expected === undefined && docs.default === null) throw new Error(`${place}: the comment says no "Default: …".`);
  if (typeof expected !== "string" || saysFirst(docs.default ?? "", expected)) return;
  throw new Error(`${place}: the comment should say "Default: ${expected}", and says ${docs.default}.`);
}

/** A comment may go on: `"auto", which is …`. */
function saysFirst(text, expected) {
  return text === expected || text.startsWith(`${expected}, `) || text.startsWith(`${expected}; `);
}
