import { type ExpressionSource, expressionError, type TextRange } from "./expression-error.ts";

/** A word of an expression, and where it stands. */
export interface Token extends TextRange {
  readonly kind: "number" | "name" | "sign" | "end";
  /** Signs in one spelling. */
  readonly text: string;
}

/** Signs of an expression: more is no formula that anybody wrote. */
const MOST_SIGNS = 4000;

const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SIGN = /<=|>=|==|!=|&&|\|\||[-+*/^(),<>!×÷−]/y;
const SPACE = /\s*/y;

/** What is typed for a sign that keyboards lack. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["×", "*"],
  ["÷", "/"],
  ["−", "-"],
]);

const KINDS = [
  ["number", NUMBER],
  ["name", NAME],
  ["sign", SIGN],
] as const;

/** The words of an expression, and its end. */
export function tokenise(source: ExpressionSource): Token[] {
  const { text } = source;
  if (text.length > MOST_SIGNS) {
    throw expressionError(source, { start: MOST_SIGNS, end: MOST_SIGNS + 1 }, `has more than ${MOST_SIGNS} signs`);
  }
  const tokens: Token[] = [];
  for (let at = afterSpace(text, 0); at < text.length; at = afterSpace(text, at)) {
    const token = tokenAt(text, at);
    if (token === null) {
      throw expressionError(source, { start: at, end: at + 1 }, "expected a number, a name or an operator");
    }
    tokens.push(token);
    at = token.end;
  }
  return [...tokens, { kind: "end", text: "the end", start: text.length, end: text.length }];
}

function afterSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  return at + (SPACE.exec(text)?.[0].length ?? 0);
}

function tokenAt(text: string, start: number): Token | null {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    return { kind, text: SPELLINGS.get(found) ?? found, start, end: start + found.length };
  }
  return null;
}
