import {
  arenaBytes,
  configureKernels,
  createPacer,
  exp,
  growKernels,
  leaseArena,
  log,
  PairPasses,
  Team,
  takeLoss,
} from "@cambium/kernels";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { differentiate } from "../../src/expression/differentiate.ts";
import { emitWasm } from "../../src/expression/emit-wasm.ts";
import { Interpreter, type Program, programOf } from "../../src/expression/evaluate.ts";
import { NodePool } from "../../src/expression/node-pool.ts";
import { parseExpression } from "../../src/expression/parse-expression.ts";
import { anyExpression } from "./random-expression.ts";

afterEach(() => configureKernels({}));

const EXTREMES = [
  ...[0, -0, 1, -1, 0.5, -0.5, 2, 10, -10, 700, -700, 709.782712893384, 709.7827128933841, 746, -745.2, -746, 1e5],
  ...[1e16, -1e16, 1e300, -1e300, 1.7976931348623157e308, 5e-324, -5e-324, 2.2250738585072014e-308, 1e-310, 1e-160],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, Math.SQRT2, Math.LN2, 0.1, 3, -3],
];

/** The nodes of expressions, in a pool of their own. */
function read(texts: readonly string[]) {
  const pool = new NodePool();
  const names = new Map([
    ["y", pool.add("y")],
    ["s", pool.add("s")],
    ["k", pool.number(2)],
  ]);
  return { pool, places: texts.map((text) => parseExpression(pool, { label: "value", text }, names)) };
}

function programOfTexts(...texts: readonly string[]): Program {
  const { pool, places } = read(texts);
  return programOf(pool, places);
}

function programOfDerivatives(text: string): Program {
  const { pool, places } = read([text]);
  const first = differentiate(pool, places[0]);
  return programOf(pool, [first, differentiate(pool, first)]);
}

/** What the kernels and the interpreter make of two expressions, pair after pair, at these scores and targets. */
async function bothWays(program: Program, scores: readonly number[], targets: readonly number[]) {
  const interpreter = new Interpreter(program);
  const interpreted = scores.flatMap((score, row) => {
    interpreter.run(targets[row], score);
    return [interpreter.result(0), interpreter.result(1)];
  });
  const shape = { rowCount: scores.length, scoreCount: 1, hasWeights: false };
  const arena = await leaseArena(
    growKernels,
    arenaBytes([4 * Team.words, ...PairPasses.byteLengths(shape), 4 * scores.length]),
  );
  if (arena === null) throw new Error("expected the kernels");
  try {
    const kernel = { module: emitWasm(program) };
    expect(await takeLoss(arena, kernel)).toBeNull();
    const passes = new PairPasses(arena, arena.team(), shape);
    passes.scores.set(scores);
    passes.targets.set(targets);
    const rows = arena.uint32(scores.length);
    rows.set(scores.map((_, row) => row));
    await passes.derive(kernel, rows, createPacer());
    return { interpreted, compiled: [...passes.pairs] };
  } finally {
    arena.release();
  }
}

describe("a compiled expression", () => {
  it("has the bits of the interpreter, for random expressions of all numbers there are", async () => {
    const anyNumber = fc.oneof(fc.constantFrom(...EXTREMES), fc.double(), fc.double({ min: -5, max: 5 }));
    const rows = fc.array(fc.tuple(anyNumber, anyNumber), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(anyExpression, anyExpression, rows, async (one, other, pairs) => {
        const [scores, targets] = [pairs.map(([s]) => s), pairs.map(([, y]) => y)];
        const { interpreted, compiled } = await bothWays(programOfTexts(one, other), scores, targets);
        expect(compiled).toEqual(interpreted);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    "max(0, s - y)^1.5",
    "(1 - min(1, y * s))^0.5",
    "sqrt(where(s > y, s - y, 0))",
    "max(0, s)^y",
    "max(0, y - s)^sigmoid(s)",
  ])("has the bits of the interpreter for derivatives where a base stays at 0, and beside: %s", async (text) => {
    const pairs = EXTREMES.flatMap((s) => EXTREMES.map((y) => [s, y]));
    const [scores, targets] = [pairs.map(([s]) => s), pairs.map(([, y]) => y)];
    const { interpreted, compiled } = await bothWays(programOfDerivatives(text), scores, targets);
    expect(compiled).toEqual(interpreted);
  });

  it("has the bits of the kernels' exp and log, at their ends too", async () => {
    const between = Array.from({ length: 4001 }, (_, i) => (i - 2000) * 0.3727);
    const powers = Array.from({ length: 2097 }, (_, i) => 1.37 * 2 ** (i - 1074));
    const scores = [...EXTREMES, ...between, ...powers];
    const { compiled } = await bothWays(programOfTexts("exp(s)", "log(s)"), scores, scores);
    expect(compiled).toEqual(scores.flatMap((s) => [exp(s), log(s)]));
  });
});
