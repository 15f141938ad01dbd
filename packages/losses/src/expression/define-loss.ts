import {
  CambiumError,
  checkOptions,
  checkTwoClasses,
  type Loss,
  type TargetOf,
  type Task,
  weightedMean,
  withDefaults,
} from "@cambium/core";
import { Interpreter } from "./evaluate.ts";
import { findConstant } from "./find-constant.ts";
import { type LossDefinition, lossDefinitionOptions } from "./loss-definition.ts";
import { type LossPrograms, lossPrograms } from "./loss-programs.ts";
import { numbersOf, programDerivatives } from "./program-derivatives.ts";

/** A loss in one line: `value` is an expression, whose derivatives are found and compiled. No JavaScript is made of it. */
export function defineLoss<T extends Task = "regression">(definition: LossDefinition<T>): Loss<T> {
  const rules = lossDefinitionOptions();
  checkOptions("defineLoss", definition, rules);
  if (definition.value === undefined) {
    throw new CambiumError("bad-option", 'defineLoss: value is missing; expected an expression, as "(s - y)^2 / 2"');
  }
  const { name, task, link, hessian, initialScore } = withDefaults(rules, definition);
  if (task === "classification" && link !== undefined && link !== "logistic") {
    const message = `defineLoss: link: the scores of two classes become probabilities by "logistic", not by "${link}"; leave it out`;
    throw new CambiumError("bad-option", message);
  }
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
  const value = new Interpreter(programs.value);
  const parts = { constantHessian: programs.constantHessian, ...programDerivatives(programs.derivatives) };
  return {
    ...parts,
    checkTarget: (target) => checkTarget(target, programs, definition),
    initialScore: (target) =>
      programs.initialScore === null
        ? findConstant(parts, target)
        : startBy(programs.initialScore, meanOf(target, definition)),
    value(target, row, score) {
      value.run(numbersOf(target)[row], score);
      return value.result(0);
    },
  };
}

function checkTarget(target: TargetOf<Task>, { condition }: LossPrograms, definition: LossDefinition): void {
  const { name } = target;
  if (target.task === "classification") checkTwoClasses(definition.name ?? "expression", target);
  if (condition === null) return;
  const numbers = numbersOf(target);
  const holds = new Float64Array(numbers.length);
  // It asks for no score.
  new Interpreter(condition).runRows(numbers, holds, 0, numbers.length, [holds]);
  for (let row = 0; row < numbers.length; row++) {
    if (holds[row] === 1) continue;
    const came = target.task === "classification" ? target.classes[numbers[row]] : numbers[row];
    const message = `target "${name}" is ${came} in row ${row + 1}; the loss expects ${definition.target}`;
    throw new CambiumError("bad-target", message);
  }
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
