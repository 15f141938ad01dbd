import ts from "typescript";
import { HOST_GLOBALS } from "./boundaries.mjs";

/**
 * What one source file reaches for: the specifiers it imports in any way, types included, the host's globals, and
 * the engine's power operator. `path` tells only which syntax to expect.
 */
export function parseSource(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = { imports: [], globals: [], powers: [] };
  const declared = new Set();
  const visit = (node) => {
    const at = () => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const specifier = importedSpecifier(node);
    if (specifier !== undefined) found.imports.push({ specifier, line: at() });
    if (isDeclaredHere(node)) declared.add(node.text);
    else if (ts.isIdentifier(node) && isReach(node)) found.globals.push({ name: node.text, line: at() });
    if (isPower(node)) found.powers.push({ line: at() });
    ts.forEachChild(node, visit);
  };
  visit(source);
  found.globals = found.globals.filter(({ name }) => !declared.has(name));
  return found;
}

/** The text between the quotes of an import, a re-export, an `import()`, an import type or a `require`. */
function importedSpecifier(node) {
  const literal = (expression) =>
    expression && ts.isStringLiteralLike(expression) ? expression.text : expression && "a computed name";
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isExternalModuleReference(node)) return literal(node.expression);
  if (ts.isImportTypeNode(node)) return literal(node.argument.literal);
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const isRequire = ts.isIdentifier(expression) && expression.text === "require";
    if (isRequire || expression.kind === ts.SyntaxKind.ImportKeyword) return literal(node.arguments[0]);
  }
  return undefined;
}

/** Whether the identifier names something that this file itself makes, and so is no global; `declare` makes nothing. */
function isDeclaredHere(node) {
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  const names =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isFunctionExpression(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent);
  return names && parent.name === node && !isAmbient(parent);
}

function isAmbient(node) {
  for (let up = node; up; up = up.parent) {
    if (ts.canHaveModifiers(up) && ts.getModifiers(up)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword)) {
      return true;
    }
  }
  return false;
}

/** Whether the identifier is a host's global or `globalThis`, used as a value and not as the name of a property. */
function isReach(node) {
  if (!HOST_GLOBALS.has(node.text) && node.text !== "globalThis") return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) {
    return parent.name !== node || parent.expression.getText() === "globalThis";
  }
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  const isName = parent.name === node && !ts.isVariableDeclaration(parent) && !ts.isFunctionDeclaration(parent);
  return !isName && parent.propertyName !== node && !ts.isQualifiedName(parent) && !ts.isTypeReferenceNode(parent);
}

/** `a ** b` is Math.pow, which engines round differently; a power of two written in digits is exact in all of them. */
function isPower(node) {
  if (node.kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken) return true;
  if (node.kind !== ts.SyntaxKind.AsteriskAsteriskToken) return false;
  const { left, right } = node.parent;
  return !(ts.isNumericLiteral(left) && left.text === "2" && isInteger(right));
}

function isInteger(expression) {
  const digits = ts.isPrefixUnaryExpression(expression) ? expression.operand : expression;
  return ts.isNumericLiteral(digits) && Number.isInteger(Number(digits.text));
}
