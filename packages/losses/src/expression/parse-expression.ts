import { didYouMean } from "@cambium/core";
import { MOST_MULTIPLIED, makePow } from "./differentiate.ts";
import { type ExpressionSource, expressionError, type TextRange } from "./expression-error.ts";
import { isCondition, type Op } from "./expression-node.ts";
import { makeNode } from "./make-node.ts";
import { type NodePool, TooManyNodesError } from "./node-pool.ts";
import { type Token, tokenise } from "./tokenise.ts";

/** What the names of an expression stand for: the places of nodes. */
export type Names = ReadonlyMap<string, number>;

/** Brackets within brackets. */
const MOST_DEPTH = 100;

/** What a function makes of how many arguments. */
interface FunctionRule {
  readonly op: Op;
  readonly least: number;
  readonly most: number;
}

const OF_ONE: readonly Op[] = ["exp", "log", "sqrt", "abs", "sign", "softplus", "sigmoid"];

const FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  ...OF_ONE.map((op): [string, FunctionRule] => [op, { op, least: 1, most: 1 }]),
  ["min", { op: "min", least: 2, most: 100 }],
  ["max", { op: "max", least: 2, most: 100 }],
  ["where", { op: "where", least: 3, most: 3 }],
]);

/** The names that an expression has for what is computed. */
export const functionNames: readonly string[] = [...FUNCTIONS.keys()];

/** From the weakest to the strongest; each of these joins what is on its left first. */
const LEVELS: readonly ReadonlyMap<string, Op>[] = [
  new Map([["||", "or"]]),
  new Map([["&&", "and"]]),
  new Map([
    ["<", "lt"],
    ["<=", "le"],
    [">", "lt"],
    [">=", "le"],
    ["==", "eq"],
    ["!=", "eq"],
  ]),
  new Map([
    ["+", "add"],
    ["-", "sub"],
  ]),
  new Map([
    ["*", "mul"],
    ["/", "div"],
  ]),
];

const COMPARISON = 2;

/** A part of the expression: its node, and where it stands. */
interface Part extends TextRange {
  readonly place: number;
}

/** The node of an expression: a number, or yes or no where `kind` says so. */
export function parseExpression(
  pool: NodePool,
  source: ExpressionSource,
  names: Names,
  kind: "number" | "condition" = "number",
): number {
  const parser = new Parser(pool, source, names);
  try {
    return parser.all(kind);
  } catch (error) {
    if (!(error instanceof TooManyNodesError)) throw error;
    throw expressionError(source, { start: 0, end: source.text.length }, `comes to more than ${error.most} operations`);
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(
    private readonly pool: NodePool,
    private readonly source: ExpressionSource,
    private readonly names: Names,
  ) {
    this.#tokens = tokenise(source);
  }

  all(kind: "number" | "condition"): number {
    const part = this.#operation(0);
    const rest = this.#token;
    if (rest.kind !== "end") throw this.#error(rest, `expected an operator, got ${JSON.stringify(rest.text)}`);
    return this.#checked(part, kind).place;
  }

  get #token(): Token {
    return this.#tokens[this.#next];
  }

  #error(range: TextRange, what: string) {
    return expressionError(this.source, range, what);
  }

  #takes(sign: string): boolean {
    const takes = this.#token.kind === "sign" && this.#token.text === sign;
    if (takes) this.#next++;
    return takes;
  }

  #expect(sign: string, opened: TextRange): Token {
    const token = this.#token;
    if (this.#takes(sign)) return token;
    if (token.kind === "end") throw this.#error(opened, `this bracket is never closed; expected "${sign}"`);
    throw this.#error(token, `expected "${sign}" or an operator, got ${JSON.stringify(token.text)}`);
  }

  #checked(part: Part, kind: "number" | "condition"): Part {
    const is = isCondition(this.pool.at(part.place)) ? "condition" : "number";
    if (is === kind) return part;
    const expected = kind === "number" ? "a number, got a condition" : "a condition such as y > 0, got a number";
    throw this.#error(part, `expected ${expected}`);
  }

  /** Operations of a level and of all that are stronger. */
  #operation(level: number): Part {
    if (level === LEVELS.length) return this.#signed();
    let left = this.#operation(level + 1);
    for (let count = 0; ; count++) {
      const { kind, text, start, end } = this.#token;
      const op = kind === "sign" ? LEVELS[level].get(text) : undefined;
      if (op === undefined) return left;
      if (level === COMPARISON && count > 0) {
        throw this.#error({ start, end }, "comparisons do not chain; write a < b && b < c");
      }
      this.#next++;
      const right = this.#operation(level + 1);
      left = this.#joined(op, text, left, right);
    }
  }

  #joined(op: Op, sign: string, left: Part, right: Part): Part {
    const kind = op === "and" || op === "or" ? "condition" : "number";
    const [a, b] = [this.#checked(left, kind).place, this.#checked(right, kind).place];
    const made = sign.startsWith(">") ? makeNode(this.pool, op, b, a) : makeNode(this.pool, op, a, b);
    const place = sign === "!=" ? makeNode(this.pool, "not", made) : made;
    return { place, start: left.start, end: right.end };
  }

  /** A sign before a power: -x^2 is -(x^2). */
  #signed(): Part {
    const { start } = this.#token;
    const sign = ["-", "+", "!"].find((each) => this.#takes(each));
    if (sign === undefined) return this.#power();
    const part = this.#deeper(() => this.#signed());
    const { place, end } = this.#checked(part, sign === "!" ? "condition" : "number");
    if (sign === "+") return { place, start, end };
    return { place: makeNode(this.pool, sign === "!" ? "not" : "neg", place), start, end };
  }

  /** Powers join what is on their right first: 2^3^2 is 2^9. */
  #power(): Part {
    const base = this.#operand();
    if (!this.#takes("^")) return base;
    const exponent = this.#checked(
      this.#deeper(() => this.#signed()),
      "number",
    );
    const value = this.pool.constant(exponent.place);
    if (value !== null && Number.isInteger(value) && Math.abs(value) > MOST_MULTIPLIED) {
      throw this.#error(exponent, `a whole exponent is at most ${MOST_MULTIPLIED}; write exp(${value} * log(…))`);
    }
    const place = makePow(this.pool, this.#checked(base, "number").place, exponent.place);
    return { place, start: base.start, end: exponent.end };
  }

  #operand(): Part {
    const token = this.#token;
    this.#next++;
    if (token.kind === "number") return { ...token, place: this.#number(token) };
    if (token.kind === "name") return this.#named(token);
    if (token.kind === "sign" && token.text === "(") {
      const inner = this.#deeper(() => this.#operation(0));
      return { place: inner.place, start: token.start, end: this.#expect(")", token).end };
    }
    const came = token.kind === "end" ? "the end" : JSON.stringify(token.text);
    throw this.#error(token, `expected a number, a name or "(", got ${came}`);
  }

  #number(token: Token): number {
    const value = Number(token.text);
    if (Number.isFinite(value)) return this.pool.number(value);
    throw this.#error(token, "is more than a number can be");
  }

  #named(token: Token): Part {
    const rule = FUNCTIONS.get(token.text);
    const opened = this.#token;
    if (this.#takes("(")) {
      if (rule === undefined) throw this.#error(token, this.#unknown("function", token.text, functionNames));
      return this.#call(token, opened, rule);
    }
    const place = this.names.get(token.text);
    if (place !== undefined) return { ...token, place };
    if (rule !== undefined) throw this.#error(token, `is a function; write ${token.text}(…)`);
    throw this.#error(token, this.#unknown("name", token.text, [...this.names.keys()]));
  }

  #unknown(what: string, name: string, known: readonly string[]): string {
    const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
    return `there is no ${what} "${shown}"; ${didYouMean(name, known)}there are ${known.join(", ")}`;
  }

  #call(token: Token, opened: Token, rule: FunctionRule): Part {
    const args: Part[] = [];
    do args.push(this.#deeper(() => this.#operation(0)));
    while (this.#takes(","));
    const { end } = this.#expect(")", opened);
    if (args.length < rule.least || args.length > rule.most) {
      const bounds = args.length < rule.least ? `${rule.least} or more` : `at most ${rule.most}`;
      const expected = rule.least === rule.most ? rule.least : bounds;
      throw this.#error({ start: token.start, end }, `${token.text} takes ${expected}, got ${args.length}`);
    }
    const places = args.map(
      (arg, i) => this.#checked(arg, rule.op === "where" && i === 0 ? "condition" : "number").place,
    );
    const place =
      rule.least === 2
        ? places.reduce((all, each) => makeNode(this.pool, rule.op, all, each))
        : makeNode(this.pool, rule.op, ...places);
    return { place, start: token.start, end };
  }

  #deeper(read: () => Part): Part {
    if (++this.#depth > MOST_DEPTH) throw this.#error(this.#token, `is more than ${MOST_DEPTH} brackets or signs deep`);
    const part = read();
    this.#depth--;
    return part;
  }
}
