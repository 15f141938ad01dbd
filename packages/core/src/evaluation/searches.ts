import type { MayHaveTask, Task } from "../dataset/target.ts";
import type { Model, ModelOf } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { Learner } from "../training/run/learner.ts";
import { checkArgument, checkOptions, describe, isRecord } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { Purpose, randomShare } from "../util/random.ts";
import type { ParameterRange } from "./parameter-range.ts";
import { runTrials } from "./run-trials.ts";
import {
  MOST_TRIALS,
  type RandomSearchOptions,
  randomSearchOptions,
  type SearchOptions,
  type SearchResult,
  searchOptions,
} from "./search-options.ts";

/** For each parameter the values to try, or for `randomSearch` a range to draw from. */
export type SearchSpace = Readonly<Record<string, readonly unknown[] | ParameterRange>>;

/** One value of each parameter. */
export type PointOf<S extends SearchSpace> = {
  readonly [Name in keyof S]: S[Name] extends readonly (infer Value)[] ? Value : number;
};

/**
 * Tries every combination of the listed values, those of the last parameter changing fastest. `make` turns a combination
 * into a learner. All are cross-validated on the same folds; the best mean of the metric wins; a tie goes to the first.
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
  return runTrials("gridSearch", make, pointsOf(grid) as PointOf<G>[], table, options);
}

function pointsOf(grid: Readonly<Record<string, readonly unknown[]>>): object[] {
  const lists = readSpace("gridSearch", grid, "a list of at least one value", isList);
  const count = lists.reduce((product, [, values]) => product * values.length, 1);
  const found = `the grid has ${count} points, expected at most ${MOST_TRIALS}`;
  demand(count <= MOST_TRIALS, `gridSearch: ${found}; randomSearch tries some of them`, "too-large");
  return lists.reduce<object[]>(
    (points, [name, values]) => points.flatMap((point) => values.map((value) => ({ ...point, [name]: value }))),
    [{}],
  );
}

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
  return runTrials("randomSearch", make, points, table, Array.isArray(options.folds) ? unseeded : others);
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
    const values = axes.map(([name, from], axis) => [name, isList(from) ? from[drawn[axis]] : drawn[axis]]);
    points.set(key, Object.fromEntries(values));
  }
  return [...points.values()];
}

function placesIn({ length }: readonly unknown[]): ParameterRange {
  return { size: length, at: (share) => Math.floor(share * length) };
}

function isList(values: unknown): values is readonly unknown[] {
  return Array.isArray(values) && values.length > 0;
}

function isListOrRange(values: unknown): values is readonly unknown[] | ParameterRange {
  if (isList(values)) return true;
  const { size, at } = (values ?? {}) as Partial<ParameterRange>;
  return typeof size === "number" && size >= 1 && typeof at === "function";
}

/** The parameters with what they may be. `caller` is what the user called, `expected` what is accepted. */
function readSpace<Values>(
  caller: string,
  given: Readonly<Record<string, unknown>>,
  expected: string,
  accepts: (values: unknown) => values is Values,
): [name: string, values: Values][] {
  const isSpace = isRecord(given) && Object.keys(given).length > 0;
  const got = describe(given) === "an object" ? "none" : describe(given);
  const example = "such as { maxDepth: [2, 4, 8] }";
  demand(isSpace, `${caller} expects for each parameter ${expected}, ${example}, got ${got}`);
  return Object.entries(given).map(([name, values]) => {
    demand(accepts(values), `${caller}: ${name} expects ${expected}, got ${describe(values)}`);
    return [name, values];
  });
}
