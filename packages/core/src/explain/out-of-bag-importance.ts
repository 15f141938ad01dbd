import type { Target } from "../dataset/target.ts";
import { expectOutOfBag } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { columnDealtAnew } from "../predict/permute-column.ts";
import { addTree } from "../predict/predict-scores.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions, integerFrom } from "../util/check-options.ts";
import { meanAndDeviation, weightedMean } from "../util/exact-sum.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import { Purpose } from "../util/random.ts";
import { square } from "../util/square.ts";
import { atOnce } from "../util/turns.ts";

export interface OutOfBagImportance {
  readonly feature: string;
  /** How much larger the error of a tree is, on average, without what the feature tells. */
  readonly mean: number;
  /** Of the trees. */
  readonly standardDeviation: number;
}

export const outOfBagImportanceOptions = /* @__PURE__ */ droppable(() => ({
  /** Another seed, other permutations. Default: 0. */
  seed: option(integerFrom(0, Number.MAX_SAFE_INTEGER), 0),
}));

export interface OutOfBagImportanceOptions extends OptionsOf<typeof outOfBagImportanceOptions> {}

/**
 * Breiman's importance (2001): each tree of a forest is judged by the training rows that it did not see, as they are and with
 * one feature's values shuffled among them. The error is the share of wrong classes, or the mean squared error; the
 * largest loss stands first; a tie goes to the first feature. A feature that no tree splits on has exactly 0. At once: the caller's thread
 * does nothing else meanwhile.
 */
export function outOfBagImportance(model: Model, options: OutOfBagImportanceOptions = {}): OutOfBagImportance[] {
  const { columns, target, rowsOutOf } = expectOutOfBag("outOfBagImportance", model);
  checkOptions("outOfBagImportance", options, outOfBagImportanceOptions);
  const { seed } = withDefaults(outOfBagImportanceOptions, options);
  const losses: number[][] = model.features.map(() => []);
  model.ensemble.trees.forEach((tree, index) => {
    const rows = rowsOutOf(index);
    const weights = target.weights && Float64Array.from(rows, (row) => target.weights?.[row] ?? 1);
    if (rows.length === 0 || weights?.every((weight) => weight === 0)) return;
    const errorOf = (of: EncodedRows) => weightedMean(errorsOf(model, tree, of, target, rows), weights);
    const error = errorOf(columns);
    const used = new Set(tree.feature);
    losses.forEach((of, feature) => {
      const dealt = () => atOnce(columnDealtAnew(columns, feature, rows, seed, Purpose.Permutation, feature, index));
      of.push(used.has(feature) ? errorOf(dealt()) - error : 0);
    });
  });
  if (losses.some((of) => of.length === 0)) {
    const message = "outOfBagImportance: every row with weight is in the sample of every tree; grow more trees";
    throw new CambiumError("bad-model", message);
  }
  return model.features
    .map(({ name }, i) => ({ feature: name, ...meanAndDeviation(losses[i]) }))
    .sort((a, b) => b.mean - a.mean);
}

/** What one tree gets wrong of each row. */
function errorsOf(model: Model, tree: Tree, columns: EncodedRows, target: Target, rows: Uint32Array): Float64Array {
  const width = tree.valueWidth;
  const said = new Float64Array(columns.rowCount * width);
  return Float64Array.from(rows, (row) => {
    addTree(tree, columns, said, row, row + 1);
    if (target.task === "regression") return square(said[row] - target.values[row]);
    return predictedClass(model.cost, said, row * width, width) === target.codes[row] ? 0 : 1;
  });
}
