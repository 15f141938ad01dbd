import ts from "typescript";
import { textsOf } from "./option-docs.mjs";
import { declarationOf, parse } from "./read-exports.mjs";

const CORE = "packages/core/src/index.ts";

/** The parameters of a loss, each with what it takes, its default and what it does, as the one group of options in its file declares them. */
export function parametersOf({ declaration, path }, read) {
  if (declaration.parameters?.[0]?.type?.typeName?.text === undefined) return [];
  const options = optionsIn(parse(path, read(path)));
  if (options.length === 0) throw new Error(`${path}: the options of a loss are declared beside it, by option(…).`);
  return options.map((property) => {
    const [check] = property.initializer.arguments;
    const [comment] = ts.getJSDocCommentsAndTags(property).filter(ts.isJSDoc);
    const texts = textsOf(ts.getTextOfJSDocComment(comment?.comment) ?? "");
    const place = `${path}: ${property.name.text}`;
    if (texts.about === "" || texts.default === null)
      throw new Error(`${place} needs a comment with its "Default: …".`);
    return { name: property.name.text, ...texts, expected: expectedBy(check, read) };
  });
}

/** `name: option(…)`, wherever it stands in a file. */
function optionsIn(source) {
  const found = [];
  const visit = (node) => {
    const isOption = ts.isPropertyAssignment(node) && ts.isCallExpression(node.initializer);
    if (isOption && node.initializer.expression.text === "option") found.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What a check says: `check("a number", …)` itself, or core's check of that name. */
function expectedBy(check, read) {
  if (ts.isCallExpression(check)) return check.arguments[0].text;
  const { declaration } = declarationOf(check.text, CORE, read);
  return expectedBy(declaration.declarationList.declarations[0].initializer, read);
}
