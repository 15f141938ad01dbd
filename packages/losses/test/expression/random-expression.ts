import fc from "fast-check";

/** Numbers as people write them, and some at the ends of what there is. */
const literal = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("0", "1", "2", "0.5", "3", "10", "1.25", ".75") },
  { weight: 1, arbitrary: fc.constantFrom("1e300", "1e-300", "5e-324", "1e16", "0.1") },
);

/** Any expressions, of up to some depth, as text. */
export const anyExpression: fc.Arbitrary<string> = fc.letrec<{ number: string; condition: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom("s", "y", "s", "k"),
    literal,
    fc
      .tuple(tie("number"), fc.constantFrom("+", "-", "*", "/"), tie("number"))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(fc.constantFrom("-", "exp", "log", "sqrt", "abs", "sign", "softplus", "sigmoid"), tie("number"))
      .map(([name, a]) => `${name}(${a})`),
    fc.tuple(fc.constantFrom("min", "max"), tie("number"), tie("number")).map(([name, a, b]) => `${name}(${a}, ${b})`),
    fc.tuple(tie("number"), fc.constantFrom("2", "3", "-1", "7", "0.5", "(1 + y)")).map(([a, n]) => `(${a})^${n}`),
    fc.tuple(tie("condition"), tie("number"), tie("number")).map(([c, a, b]) => `where(${c}, ${a}, ${b})`),
  ),
  condition: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(tie("number"), fc.constantFrom("<", "<=", ">", ">=", "==", "!="), tie("number"))
      .map(([a, op, b]) => `${a} ${op} ${b}`),
    fc.tuple(tie("condition"), fc.constantFrom("&&", "||"), tie("condition")).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie("condition").map((c) => `!(${c})`),
  ),
})).number;

/** Expressions without kinks, and of numbers that stay small: their slopes can be seen in differences. */
export const smoothExpression: fc.Arbitrary<string> = fc.letrec<{ number: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom("s", "y", "s", "k", "2", "0.5", "3"),
    fc.tuple(tie("number"), fc.constantFrom("+", "-", "*"), tie("number")).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(fc.constantFrom("softplus", "sigmoid"), tie("number")).map(([name, a]) => `${name}(${a})`),
    tie("number").map((a) => `exp(-(${a})^2)`),
    tie("number").map((a) => `log(1 + (${a})^2)`),
    tie("number").map((a) => `sqrt(1 + (${a})^2)`),
    tie("number").map((a) => `(2 + (${a})^2)^0.3`),
    tie("number").map((a) => `(1.5 + (${a})^2)^sigmoid(s)`),
    fc.tuple(tie("number"), tie("number")).map(([a, b]) => `(${a}) / (1 + (${b})^2)`),
    tie("number").map((a) => `(${a})^3`),
  ),
})).number;
