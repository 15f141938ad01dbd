import { arenaBytes, configureKernels, createPacer, exp, leaseArena, log, PairPasses, Team } from "@cambium/kernels";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { emitWasm } from "../../src/expression/emit-wasm.ts";
import { Interpreter, programOf } from "../../src/expression/evaluate.ts";
import { NodePool } from "../../src/expression/node-pool.ts";
import { parseExpression } from "../../src/expression/parse-expression.ts";
import { anyExpression } from "./random-expression.ts";

afterEach(() => configureKernels({}));

const EXTREMES = [
  ...[0, -0, 1, -1, 0.5, -0.5, 2, 10, -10, 700, -700, 709.782712893384, 709.7827128933841, 746, -745.2, -746, 1e5],
  ...[1e16, -1e16, 1e300, -1e300, 1.7976931348623157e308, 5e-324, -5e-324, 2.2250738585072014e-308, 1e-310, 1e-160],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, Math.SQRT2, Math.LN2, 0.1, 3, -3],
];

/** What the kernels and the interpreter make of two expressions, pair after pair, at these scores and targets. */
async function bothWays(texts: readonly [string, string], scores: readonly number[], targets: readonly number[]) {
  const pool = new NodePool();
  const names = new Map([
    ["y", pool.add("y")],
    ["s", pool.add("s")],
    ["k", pool.number(2)],
  ]);
  const roots = texts.map((text) => parseExpression(pool, { label: "value", text }, names));
  const program = programOf(pool, roots);
  const interpreter = new Interpreter(program);
  const interpreted = scores.flatMap((score, row) => {
    interpreter.run(targets[row], score);
    return [interpreter.result(0), interpreter.result(1)];
  });
  const shape = { rowCount: scores.length, scoreCount: 1, hasWeights: false };
  const arena = await leaseArena(arenaBytes([4 * Team.words, ...PairPasses.byteLengths(shape), 4 * scores.length]));
  try {
    const kernel = { module: emitWasm(program), derive() {} };
    expect(await arena.takeLoss(kernel)).toBeNull();
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
        const { interpreted, compiled } = await bothWays([one, other], scores, targets);
        expect(compiled).toEqual(interpreted);
      }),
      { numRuns: 500 },
    );
  });

  it("has the bits of the kernels' exp and log, at their ends too", async () => {
    const between = Array.from({ length: 4001 }, (_, i) => (i - 2000) * 0.3727);
    const powers = Array.from({ length: 2097 }, (_, i) => 1.37 * 2 ** (i - 1074));
    const scores = [...EXTREMES, ...between, ...powers];
    const { compiled } = await bothWays(["exp(s)", "log(s)"], scores, scores);
    expect(compiled).toEqual(scores.flatMap((s) => [exp(s), log(s)]));
  });
});
