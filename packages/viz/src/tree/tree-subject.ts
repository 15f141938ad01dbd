import {
  CambiumError,
  isPromise,
  type Model,
  type NodeValues,
  nodeValues,
  predictedClassOfNode,
  type Tree,
} from "@cambium/core";

/** One tree of a model, and what the numbers in its nodes are. */
export interface TreeSubject {
  readonly model: Model;
  readonly tree: Tree;
  /** Which tree of the ensemble, from 0. */
  readonly index: number;
  readonly values: NodeValues;
}

export function treeSubject(caller: string, model: Model, index = 0): TreeSubject {
  checkModel(caller, model);
  const { trees } = model.ensemble;
  if (trees.length === 0) {
    throw new CambiumError(
      "bad-model",
      `${caller}: the model has no trees, only a constant; train it with rounds >= 1`,
    );
  }
  const tree = Number.isInteger(index) ? trees[index] : undefined;
  if (tree === undefined) {
    const range = trees.length === 1 ? "0, its only tree" : `a whole number from 0 to ${trees.length - 1}`;
    throw new CambiumError("bad-option", `${caller}: tree expects ${range}, got ${String(index)}`);
  }
  return { model, tree, index, values: nodeValues(model) };
}

function checkModel(caller: string, model: unknown): void {
  if (typeof model === "object" && model !== null && "ensemble" in model) return;
  const came = isPromise(model) ? "a promise; write `await learner.fit(…)`" : kindOf(model);
  throw new CambiumError("bad-model", `${caller}: expected a model, as fit or loadModel gives, got ${came}`);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value)
    ? `an array of ${value.length}`
    : `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}

/** "species · cart", "income · boosting · tree 3 of 300". Trees are counted from 1 for the eye. */
export function subjectTitle({ model, index }: TreeSubject): string {
  const count = model.ensemble.trees.length;
  const name = `${model.target} · ${model.learner}`;
  return count === 1 ? name : `${name} · tree ${index + 1} of ${count}`;
}

/** Whether the nodes decide for classes: by shares or by votes. */
export function tellsClasses({ values }: TreeSubject): boolean {
  return values === "shares" || values === "votes";
}

/** The class that a node predicts: the likeliest, or where errors have costs the one of least expected cost. */
export function classOfNode({ model, tree }: TreeSubject, node: number): number {
  return predictedClassOfNode(model.cost, tree, node);
}
