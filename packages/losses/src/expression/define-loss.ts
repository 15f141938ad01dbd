import { CambiumError, checkOptions, type Loss, type TargetOf, type Task, weightedMean } from "@cambium/core";
import { bestConstant, type WeighedRows } from "./best-constant.ts";
import { emitWasm } from "./emit-wasm.ts";
import { Interpreter } from "./evaluate.ts";
import { type LossDefinition, lossDefinitionOptions } from "./loss-definition.ts";
import { type LossPrograms, lossPrograms } from "./loss-programs.ts";

/** A loss in one line: `value` is an expression, whose derivatives are found and compiled. No JavaScript is made of it. */
export function defineLoss<T extends Task = "regression">(definition: LossDefinition<T>): Loss<T> {
  checkOptions("defineLoss", definition, lossDefinitionOptions);
  if (definition.value === undefined) {
    throw new CambiumError("bad-option", 'defineLoss: value is missing; expected an expression, as "(s - y)^2 / 2"');
  }
  const { name = "expression", task = "regression", link, hessian, initialScore } = definition;
  // The task is the one that was asked for, which the compiler can not know.
  return {
    ...{ task, link: link ?? (task === "classification" ? "logistic" : "identity"), coupling: "row" },
    spec: { name, parameters: specOf(definition) },
    startsAtBest: initialScore === undefined,
    curvature: hessian === undefined ? "exact" : "bound",
    ...methodsOf(lossPrograms(definition), definition),
  } as Loss as Loss<T>;
}

/** What a saved model keeps: the expressions and the parameters, as they were written. */
function specOf({ value, gradient, hessian, initialScore, target, labels, parameters }: LossDefinition) {
  const told = { value, gradient, hessian, initialScore, target, labels: labels?.join(" ") };
  return { ...Object.fromEntries(Object.entries(told).filter(([, text]) => text !== undefined)), ...parameters };
}

type Methods = Pick<Loss, "constantHessian" | "kernel" | "checkTarget" | "initialScore" | "derivatives" | "value">;

function methodsOf(programs: LossPrograms, definition: LossDefinition): Methods {
  const derivatives = new Interpreter(programs.derivatives);
  const value = new Interpreter(programs.value);
  return {
    constantHessian: programs.constantHessian,
    kernel: {
      module: emitWasm(programs.derivatives),
      derive(score, target, out, at) {
        derivatives.run(target, score);
        out[at] = derivatives.result(0);
        out[at + 1] = derivatives.result(1);
      },
    },
    checkTarget: (target) => checkTarget(target, programs, definition),
    initialScore: (target) =>
      programs.initialScore === null
        ? bestConstant(distinctRows(target), derivatives)
        : startBy(programs.initialScore, meanOf(target, definition)),
    derivatives(target, scores, gradients, hessians, start, end) {
      const numbers = numbersOf(target);
      for (let row = start; row < end; row++) {
        derivatives.run(numbers[row], scores[row]);
        gradients[row] = derivatives.result(0);
        if (hessians !== null) hessians[row] = derivatives.result(1);
      }
    },
    value(target, row, score) {
      value.run(numbersOf(target)[row], score);
      return value.result(0);
    },
  };
}

/** What programs are given for `y`: classes by their codes, 0 and 1, which they turn into labels themselves. */
function numbersOf(target: TargetOf<Task>): ArrayLike<number> {
  return target.task === "classification" ? target.codes : target.values;
}

function checkTarget(target: TargetOf<Task>, { condition }: LossPrograms, definition: LossDefinition): void {
  const { name } = target;
  if (target.task === "classification" && target.classes.length !== 2) {
    const found = `target "${name}" has ${target.classes.length}`;
    throw new CambiumError("bad-target", `the loss expects two classes, but ${found}; cart() takes any number`);
  }
  if (condition === null) return;
  const check = new Interpreter(condition);
  const numbers = numbersOf(target);
  for (let row = 0; row < numbers.length; row++) {
    check.run(numbers[row], 0);
    if (check.result(0) === 1) continue;
    const came = target.task === "classification" ? target.classes[numbers[row]] : numbers[row];
    const message = `target "${name}" is ${came} in row ${row + 1}; the loss expects ${definition.target}`;
    throw new CambiumError("bad-target", message);
  }
}

/** Rows to look for the best constant on; where there are classes, one for each that stands for all. */
function distinctRows(target: TargetOf<Task>): WeighedRows {
  if (target.task === "regression") return target;
  const share = weightedMean(target.codes, target.weights);
  return { values: [0, 1], weights: Float64Array.of(1 - share, share) };
}

function meanOf(target: TargetOf<Task>, { labels: [first, second] = [0, 1] }: LossDefinition): number {
  const mean = weightedMean(numbersOf(target), target.weights);
  return target.task === "classification" ? first + (second - first) * mean : mean;
}

function startBy(program: ConstructorParameters<typeof Interpreter>[0], mean: number): number {
  const start = new Interpreter(program);
  start.run(0, 0, mean);
  const score = start.result(0);
  if (Number.isFinite(score)) return score;
  throw new CambiumError("bad-target", `defineLoss: initialScore is ${score} where the mean of the target is ${mean}`);
}
