import type { Loss, TargetOf, Task } from "@cambium/core";
import { emitWasm } from "./emit-wasm.ts";
import { Interpreter, type Program } from "./evaluate.ts";

/** The derivatives of a loss, whose gradient and hessian a program computes: compiled for the kernels, and interpreted with the same bits. */
export function programDerivatives(program: Program): Required<Pick<Loss, "kernel" | "derivatives">> {
  const interpreter = new Interpreter(program);
  return {
    kernel: { module: emitWasm(program) },
    derivatives(target, scores, gradients, hessians, start, end) {
      interpreter.runRows(numbersOf(target), scores, start, end, [gradients, hessians]);
    },
  };
}

/** What programs are given for `y`: classes by their codes, 0 and 1. */
export function numbersOf(target: TargetOf<Task>): ArrayLike<number> {
  return target.task === "classification" ? target.codes : target.values;
}
