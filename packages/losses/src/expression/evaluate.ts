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

/** What names stand for in a row: its target and its score; or the mean of all targets. */
export interface RowInputs {
  readonly y: number;
  readonly s: number;
  readonly mean: number;
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

/** Computes a program row by row, with the bits of its compiled form. */
export class Interpreter {
  readonly #registers: Float64Array;

  constructor(private readonly program: Program) {
    this.#registers = new Float64Array(program.instructions.length);
  }

  /** The result of an expression in the row that was computed last. */
  result(index: number): number {
    return this.#registers[this.program.results[index]];
  }

  run(y: number, s: number, mean = 0): void {
    const registers = this.#registers;
    const { instructions } = this.program;
    for (let i = 0; i < instructions.length; i++) {
      const { op, args, compute } = instructions[i];
      switch (op) {
        case "y":
          registers[i] = y;
          break;
        case "s":
          registers[i] = s;
          break;
        case "mean":
          registers[i] = mean;
          break;
        default:
          registers[i] = compute(registers[args[0]], registers[args[1]], registers[args[2]]);
      }
    }
  }
}
