import ts from "typescript";
import { declarationOf, parse } from "./read-exports.mjs";

const CORE = "packages/core/src/index.ts";

/** The parameters of a loss, each with what it takes, its default and what it does, as the rules say that check them. */
export function parametersOf({ declaration, path }, read) {
  const options = declaration.parameters?.[0]?.type?.typeName?.text;
  if (options === undefined) return [];
  const { members } = declarationOf(options, path, read).declaration;
  const objects = objectsIn(parse(path, read(path)));
  return members.map(({ name: { text: name } }) => {
    const rule = objects.find((found) => found.name === name && found.object.properties.some(isCalled("about")));
    if (rule === undefined) throw new Error(`${path}: ${options}.${name} needs a rule that says what it takes.`);
    return { name, ...textsOf(rule.object, read) };
  });
}

/** Every object literal of a file that is the value of a name. */
function objectsIn(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isPropertyAssignment(node) && ts.isObjectLiteralExpression(node.initializer)) {
      found.push({ name: node.name.text, object: node.initializer });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isCalled = (name) => (property) => property.name?.text === name;

/** The texts of an object literal, with those of core's that it spreads. */
function textsOf(object, read) {
  const texts = {};
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property)) Object.assign(texts, spreadTexts(property.expression.text, read));
    else if (ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer)) {
      texts[property.name.text] = property.initializer.text;
    }
  }
  return texts;
}

function spreadTexts(name, read) {
  const { declaration } = declarationOf(name, CORE, read);
  return textsOf(declaration.declarationList.declarations[0].initializer, read);
}
