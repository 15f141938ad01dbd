import { computeOp } from "./compute-op.ts";
import type { ExpressionNode } from "./expression-node.ts";
import { lower } from "./lower.ts";
import type { NodePool } from "./node-pool.ts";

/** One operation of a program: on results of those before it. */
export interface Instruction extends ExpressionNode {
  readonly compute: (a: number, b: number, c: number) => number;
}

/** Expressions as one list of operations, each of which is computed once. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Which of them are the results, in the order of the expressions. */
  readonly results: readonly number[];
}

export function programOf(pool: NodePool, roots: readonly number[]): Program {
  const lowered = lower(pool, roots);
  const places = pool.needed(lowered);
  const order = new Map(places.map((place, i) => [place, i]));
  const orderOf = (place: number) => order.get(place) ?? 0;
  const instructions = places.map((place) => {
    const { op, args, value } = pool.at(place);
    return { op, args: args.map(orderOf), value, compute: computeOp[op] ?? (() => value) };
  });
  return { instructions, results: lowered.map(orderOf) };
}

/** Rows that are computed operation by operation: their numbers fit into the nearest cache. */
const BLOCK = 128;

/** Computes a program in plain JavaScript, with the bits of its compiled form. */
export class Interpreter {
  /** The results of each operation, of all rows of a block. */
  readonly #registers: readonly Float64Array[];

  constructor(private readonly program: Program) {
    this.#registers = program.instructions.map(({ op, value }) =>
      new Float64Array(BLOCK).fill(op === "number" || op === "truth" ? value : 0),
    );
  }

  /** The result of an expression in the row that was computed last. */
  result(index: number): number {
    return this.#registers[this.program.results[index]][0];
  }

  /** Computes one row. */
  run(y: number, s: number, mean = 0): void {
    const registers = this.#registers;
    const { instructions } = this.program;
    for (let i = 0; i < instructions.length; i++) {
      const { op, args, compute } = instructions[i];
      if (op === "y") registers[i][0] = y;
      else if (op === "s") registers[i][0] = s;
      else if (op === "mean") registers[i][0] = mean;
      else if (args.length > 0) {
        const b = args.length > 1 ? registers[args[1]][0] : 0;
        registers[i][0] = compute(registers[args[0]][0], b, args.length > 2 ? registers[args[2]][0] : 0);
      }
    }
  }

  /** Computes rows `start` to `end` - 1, and writes the results of each expression to an array of its own, unless that is null. */
  runRows(
    ys: ArrayLike<number>,
    scores: Float64Array,
    start: number,
    end: number,
    outs: readonly (Float64Array | null)[],
  ): void {
    const { instructions, results } = this.program;
    for (let from = start; from < end; from += BLOCK) {
      const count = Math.min(BLOCK, end - from);
      for (let i = 0; i < instructions.length; i++) {
        const { op } = instructions[i];
        const input = op === "y" ? ys : op === "s" ? scores : null;
        if (input !== null) copyRows(input, from, this.#registers[i], 0, count);
        else this.#compute(instructions[i], this.#registers[i], count);
      }
      outs.forEach((out, i) => {
        if (out !== null) copyRows(this.#registers[results[i]], 0, out, from, count);
      });
    }
  }

  #compute({ args, compute }: Instruction, register: Float64Array, count: number): void {
    if (args.length === 0) return;
    const [a, b = a, c = a] = args.map((arg) => this.#registers[arg]);
    for (let k = 0; k < count; k++) register[k] = compute(a[k], b[k], c[k]);
  }
}

function copyRows(from: ArrayLike<number>, start: number, to: Float64Array, place: number, count: number): void {
  for (let k = 0; k < count; k++) to[place + k] = from[start + k];
}
