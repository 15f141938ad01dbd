import type { FeatureSchema } from "../dataset/column.ts";
import { expectTree } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { encodeTable } from "../predict/encode-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { branchCondition, type Condition, surrogateCondition } from "../tree/condition.ts";
import { type EncodedRows, routeRow, surrogateOfRow } from "../tree/route-row.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { plainText } from "../util/plain-text.ts";
import { conditionText } from "./condition-text.ts";
import { OutputLimit } from "./output-limit.ts";
import { asAccepted } from "./regions.ts";

/** One node that a row passes. */
export interface PathStep {
  /** Index of the node in the tree's arrays. */
  readonly node: number;
  /** What the node would predict if it were a leaf: a number per class, or one number. Empty where the limit of the output has left it out. */
  readonly value: readonly number[];
  readonly cover: number;
  readonly rowCount: number;
  /** How the row goes on from here; null in the leaf. */
  readonly branch: PathBranch | null;
}

export interface PathBranch {
  readonly condition: Condition;
  /** What the row has there; null where it is missing, or a category that training never saw. */
  readonly actual: number | string | null;
  /** What decided where the row lacks the feature and a surrogate stood in, for which see `cart`'s `missing`; else null. */
  readonly surrogate: Condition | null;
  /** The condition as people read it. */
  readonly text: string;
}

/**
 * The way of one row down a tree, from the root to its leaf. Rows and trees are counted from 0. Where the row goes down every
 * branch, as in trees of `c45` without a value, the path follows the heaviest. All steps together list at most a million categories, or 64
 * for each node of the tree where that is more, and their texts have ten million characters, or 512 for each node: of what is beyond,
 * a condition says how many names are `omitted`, and a text that it is left out. The values of all steps are at most 2^24 numbers, or 64 for each node of
 * the tree; beyond that the steps nearest to the root have an empty `value`.
 */
export function decisionPath(model: Model, table: TableInput, row: number, tree = 0): PathStep[] {
  const chosen = expectTree("decisionPath", model, tree);
  const rows = encodeTable(model, table);
  if (!Number.isInteger(row) || row < 0 || row >= rows.rowCount) {
    const range = rows.rowCount === 0 ? "a table with rows" : `a whole number from 0 to ${rows.rowCount - 1}`;
    throw new CambiumError("bad-option", `decisionPath: row expects ${range}, got ${describe(row)}`);
  }
  const limit = new OutputLimit(chosen.nodeCount);
  const path: number[] = [];
  for (let node = 0; node >= 0; node = routeRow(chosen, rows, row, node)) path.push(node);
  // From the leaf up: its values tell more than those of the nodes above it.
  const values = path.map((_, step) => limit.valuesOf(chosen, path[path.length - 1 - step])).reverse();
  return path.map((node, step) => ({
    node,
    value: values[step],
    cover: chosen.cover[node],
    rowCount: chosen.rowCount[node],
    branch: step === path.length - 1 ? null : branchTo(path[step + 1] - chosen.firstChild[node], node),
  }));

  function branchTo(side: number, node: number): PathBranch {
    const condition = asAccepted(model, limit.withinLimit(branchCondition(model.features, chosen, node, side)));
    const actual = actualValue(model.features, rows, row, chosen.feature[node]);
    const { surrogates } = chosen;
    const textOf = (make: () => string) => limit.text(make, () => "left out: the texts of all steps would be too long");
    if (surrogates === null || actual !== null)
      return { condition, actual, surrogate: null, text: textOf(() => conditionText(condition)) };
    const standIn = surrogateOfRow(chosen, rows, row, node);
    const isMissing = () => `${plainText(condition.feature)} is missing`;
    if (standIn < 0) {
      const text = textOf(() => `${isMissing()}, as is all that could stand in`);
      return { condition, actual, surrogate: null, text };
    }
    const surrogate = limit.withinLimit(surrogateCondition(model.features, surrogates, standIn, side));
    return { condition, actual, surrogate, text: textOf(() => `${isMissing()}, but ${conditionText(surrogate)}`) };
  }
}

function actualValue(features: readonly FeatureSchema[], rows: EncodedRows, row: number, feature: number) {
  const schema = features[feature];
  const value = rows.columns[feature][row];
  if (schema.kind === "categorical") return value < 0 ? null : schema.categories[value];
  return Number.isNaN(value) ? null : value;
}
