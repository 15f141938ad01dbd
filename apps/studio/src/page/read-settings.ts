import type { Pruning, TreeSettings } from "../learning/learn-tree.ts";
import { readColumnChoices } from "./column-choices.ts";
import { page } from "./page-elements.ts";

/** What the form says about the tree. The browser has checked the numbers against their ranges. */
export function readTreeSettings(): TreeSettings {
  return {
    target: page.target.value,
    task: page.task.value as TreeSettings["task"],
    maxDepth: page.maxDepth.valueAsNumber,
    minRowsLeaf: page.minRows.valueAsNumber,
    pruning: page.pruning.value as Pruning,
    ...readColumnChoices(),
  };
}
