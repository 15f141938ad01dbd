import type { MayHaveTask, Task } from "../dataset/target.ts";
import type { Model, ModelOf } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { Learner } from "../training/run/learner.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions } from "../util/check-options.ts";
import { runTrials } from "./run-trials.ts";
import { MOST_TRIALS, type SearchOptions, searchOptions } from "./search-options.ts";
import type { SearchResult } from "./search-result.ts";
import { isList, type PointOf, pointOf, readSpace } from "./search-space.ts";

/**
 * Tries every combination of the listed values, those of the last parameter changing fastest. `make` turns a combination
 * into a learner. All are cross-validated on the same folds; the best mean of the metric wins, of equals the first.
 */
export async function gridSearch<
  const G extends Readonly<Record<string, readonly unknown[]>>,
  M extends Model,
  T extends Task = Task,
>(
  make: (parameters: PointOf<G>) => Learner<M>,
  grid: G,
  table: TableInput,
  options: SearchOptions<PointOf<G>, ModelOf<T, M>> & MayHaveTask<T>,
): Promise<SearchResult<PointOf<G>, ModelOf<T, M>>> {
  checkOptions("gridSearch", options, searchOptions);
  // The task of the options may leave fewer kinds of models than the learners have.
  const makeOfTask = make as (parameters: PointOf<G>) => Learner<ModelOf<T, M>>;
  return runTrials("gridSearch", makeOfTask, pointsOf(grid) as PointOf<G>[], table, options);
}

function pointsOf(grid: Readonly<Record<string, readonly unknown[]>>): object[] {
  const lists = readSpace("gridSearch", grid, "a list of at least one value", isList);
  const count = lists.reduce((product, [, values]) => product * values.length, 1);
  if (count > MOST_TRIALS) {
    const message = `the grid has ${count} points, expected at most ${MOST_TRIALS}; randomSearch tries some of them`;
    throw new CambiumError("too-large", `gridSearch: ${message}`);
  }
  return Array.from({ length: count }, (_, point) => {
    let above = count;
    return pointOf(
      lists.map(([name, values]) => {
        const block = above;
        above /= values.length;
        return [name, values[Math.floor((point % block) / above)]];
      }),
    );
  });
}
