import type { Model } from "cambium";
import { formatDeviation, formatNumber, formatShare } from "./format-number.ts";

/** A tree of the pruning path, as the cells of a table. */
export interface PruningRow {
  readonly leaves: string;
  readonly alpha: string;
  readonly trainingImpurity: string;
  readonly heldOutError: string;
  /** Whether this is the model's tree. */
  readonly isChosen: boolean;
}

/** The names of the cells, in order. */
export function pruningHeadings(model: Model): readonly string[] {
  const classes = model.task === "classification";
  return [
    "Leaves",
    "from α",
    classes ? "Training Gini" : "Training MSE",
    classes ? "Wrong in the folds" : "MSE in the folds",
  ];
}

/** From the full tree to its root. */
export function pruningRows(model: Model): PruningRow[] {
  const leaves = leavesOf(model);
  return model.pruningPath.map((step) => ({
    leaves: String(step.leaves),
    alpha: formatNumber(step.alpha),
    trainingImpurity: formatNumber(step.impurity),
    heldOutError: errorText(model, step.validationError, step.standardError),
    isChosen: step.leaves === leaves,
  }));
}

/** In a binary tree every split adds one leaf. */
export function leavesOf(model: Model): number {
  return (model.ensemble.trees[0].nodeCount + 1) / 2;
}

function errorText(model: Model, error: number | null, deviation: number | null): string {
  if (error === null || deviation === null) return "";
  const format = model.task === "classification" ? formatShare : formatNumber;
  return `${format(error)} ± ${model.task === "classification" ? formatShare(deviation) : formatDeviation(deviation)}`;
}
