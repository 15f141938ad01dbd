import {
  type CambiumWarning,
  type ClassificationScores,
  cart,
  costComplexity,
  createDataset,
  evaluate,
  type Model,
  type RegressionScores,
  type TableLike,
  trainTestSplit,
} from "cambium";
import { type Guess, guessFor } from "./guess.ts";
import { rowsWithTarget } from "./rows-with-target.ts";

/** What a person chooses: in the studio's form, or, for the demo, in its source. */
export interface TreeSettings {
  readonly target: string;
  /** "auto": text is classes, numbers are numbers. */
  readonly task: "auto" | "classification" | "regression";
  readonly maxDepth: number;
  readonly minRowsLeaf: number;
  readonly pruning: Pruning;
  /** Columns that are left out of the features. Default: none. */
  readonly excluded?: readonly string[];
  /** Columns that are features though they name rows. Default: none. */
  readonly kept?: readonly string[];
}

/** Which tree of the path of cost-complexity pruning is taken, by the error in ten folds; or the full one. */
export type Pruning = "1se" | "min" | "none";

export interface LearnedTree {
  readonly model: Model;
  readonly train: TableLike;
  readonly scores: ClassificationScores | RegressionScores;
  readonly guess: Guess | null;
  /** What is probably not as it should be. */
  readonly warnings: readonly CambiumWarning[];
  /** What was guessed and left out, in sentences. */
  readonly notes: readonly string[];
}

const HELD_OUT_SHARE = 0.25;
const FOLDS = 10;
const SEED = 1;

/** Grows a tree on three quarters of the rows, and says how well it does on the rest. */
export async function learnTree(table: TableLike, settings: TreeSettings, signal?: AbortSignal): Promise<LearnedTree> {
  const { target, excluded = [], kept = [] } = settings;
  if (table.columnNames.length < 2) {
    throw new Error(`“${target}” is the only column, so there is nothing to predict it from.`);
  }
  const { table: known, notes } = rowsWithTarget(table, target);
  const task = settings.task === "auto" ? {} : { task: settings.task };
  const exclude = excluded.filter((column) => column !== target);
  const types = Object.fromEntries(
    kept.filter((column) => column !== target).map((column) => [column, "categorical" as const]),
  );
  const run = { target, exclude, types, ...task, ...(signal && { signal }) };
  const isClassification = (await createDataset(known, run)).target.task === "classification";
  // Classes keep their shares in both parts, so that none is asked for that was never seen.
  const parts = trainTestSplit(known, {
    test: HELD_OUT_SHARE,
    seed: SEED,
    ...(isClassification && { stratify: target }),
  });
  if (parts.test.rowCount === 0) {
    throw new Error(
      `A quarter of the rows is kept apart to try the tree on, and each class needs rows in both parts. The values of “${target}” stand in too few rows for that (${known.rowCount} rows in all); choose another target.`,
    );
  }
  const { maxDepth, minRowsLeaf, pruning } = settings;
  const folds = Math.min(FOLDS, parts.train.rowCount);
  const prune = pruning === "none" || folds < 2 ? [] : [costComplexity({ folds, rule: pruning, seed: SEED })];
  const model = await cart({ maxDepth, minRowsLeaf, prune }).fit(parts.train, { ...run, onWarning: () => {} });
  return {
    model,
    train: parts.train,
    scores: evaluate(model, parts.test),
    guess: guessFor(model, parts.train, parts.test),
    warnings: model.warnings,
    notes: [...notes, ...model.report],
  };
}
