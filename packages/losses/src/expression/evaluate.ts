import { type ComputeRows, computeRows } from "./compute-op.ts";
import type { ExpressionNode } from "./expression-node.ts";
import { lower } from "./lower.ts";
import type { NodePool } from "./node-pool.ts";

/** One operation of a program: on results of those before it. */
export interface Instruction extends ExpressionNode {
  /** null: what it comes to is no result of others. */
  readonly compute: ComputeRows | null;
}

/** Expressions as one list of operations, each of which is computed once. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** Which of them are the results, in the order of the expressions. */
  readonly results: readonly number[];
}

export function programOf(pool: NodePool, roots: readonly number[]): Program {
  return listed(pool, lower(pool, roots));
}

/** The program of expressions whose operations are computed as they are. */
export function listed(pool: NodePool, roots: readonly number[]): Program {
  const places = pool.needed(roots);
  const order = new Map(places.map((place, i) => [place, i]));
  const orderOf = (place: number) => order.get(place) ?? 0;
  const instructions = places.map((place) => {
    const { op, args, value } = pool.at(place);
    return { op, args: args.map(orderOf), value, compute: computeRows[op] ?? null };
  });
  return { instructions, results: roots.map(orderOf) };
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
    for (const [i, instruction] of this.program.instructions.entries()) {
      const register = this.#registers[i];
      const { op } = instruction;
      if (op === "y") register[0] = y;
      else if (op === "s") register[0] = s;
      else if (op === "mean") register[0] = mean;
      else this.#compute(instruction, register, 1);
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
    if (compute === null) return;
    const a = this.#registers[args[0]];
    const b = args.length > 1 ? this.#registers[args[1]] : a;
    compute(register, count, a, b, args.length > 2 ? this.#registers[args[2]] : a);
  }
}

function copyRows(from: ArrayLike<number>, start: number, to: Float64Array, place: number, count: number): void {
  for (let k = 0; k < count; k++) to[place + k] = from[start + k];
}
