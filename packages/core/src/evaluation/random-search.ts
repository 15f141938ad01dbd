import type { MayHaveTask, Task } from "../dataset/target.ts";
import type { Model, ModelOf } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { Learner } from "../training/run/learner.ts";
import { checkArgument } from "../util/check-argument.ts";
import { checkOptions } from "../util/check-options.ts";
import { Purpose, randomShare } from "../util/random.ts";
import type { ParameterRange } from "./parameter-range.ts";
import { runTrials } from "./run-trials.ts";
import { type RandomSearchOptions, randomSearchOptions } from "./search-options.ts";
import type { SearchResult } from "./search-result.ts";
import { isList, isListOrRange, type PointOf, pointOf, readSpace, type SearchSpace } from "./search-space.ts";

/**
 * Tries points that are drawn by the seed alone: each parameter by itself, from its list or its range, and no point twice.
 * The rest is as in `gridSearch`. More trials of the same seed begin with the same points.
 */
export async function randomSearch<const S extends SearchSpace, M extends Model, T extends Task = Task>(
  make: (parameters: PointOf<S>) => Learner<M>,
  space: S,
  table: TableInput,
  options: RandomSearchOptions<PointOf<S>, ModelOf<T, M>> & MayHaveTask<T>,
): Promise<SearchResult<PointOf<S>, ModelOf<T, M>>> {
  checkOptions("randomSearch", options, randomSearchOptions);
  const { trials, ...others } = options;
  checkArgument("randomSearch: trials", trials, randomSearchOptions.trials);
  const points = drawPoints(space, trials, options.seed ?? randomSearchOptions.seed.default) as PointOf<S>[];
  // The seed draws also where folds are given, which it has no say in then.
  const { seed, ...unseeded } = others;
  // The task of the options may leave fewer kinds of models than the learners have.
  const makeOfTask = make as (parameters: PointOf<S>) => Learner<ModelOf<T, M>>;
  return runTrials("randomSearch", makeOfTask, points, table, Array.isArray(options.folds) ? unseeded : others);
}

/** How often a point is drawn for each that is wanted, before there are taken to be no others. */
const PATIENCE = 100;

function drawPoints(space: SearchSpace, trials: number, seed: number): object[] {
  const axes = readSpace("randomSearch", space, "a list of at least one value, or a range", isListOrRange);
  const ranges = axes.map(([, values]) => (isList(values) ? placesIn(values) : values));
  const wanted = ranges.reduce((points, { size }) => Math.min(trials, points * size), 1);
  const points = new Map<string, object>();
  for (let draw = 0; points.size < wanted && draw < PATIENCE * wanted; draw++) {
    const drawn = ranges.map((range, axis) => range.at(randomShare(seed, Purpose.SearchDraws, draw, axis)));
    const key = drawn.join();
    if (points.has(key)) continue;
    points.set(
      key,
      pointOf(axes.map(([name, values], axis) => [name, isList(values) ? values[drawn[axis]] : drawn[axis]])),
    );
  }
  return [...points.values()];
}

function placesIn({ length }: readonly unknown[]): ParameterRange {
  return { size: length, at: (share) => Math.floor(share * length) };
}
