import { kindOf } from "../dataset/encode-column.ts";
import type { KnownTable } from "../table/known-table.ts";
import { readColumn } from "../table/read-column.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { aColumn, checkOptions, integerFrom, type OptionRule } from "../util/check-options.ts";
import { dealIntoFolds } from "../util/deal-into-folds.ts";
import { droppable } from "../util/droppable.ts";
import { countOf } from "../util/nearest-name.ts";
import { isDate, isoText } from "../util/other-realms.ts";
import { Purpose, shuffledRows } from "../util/random.ts";
import { allRows } from "../util/ranges.ts";

/** One way to part the rows of a table: those to learn from, and those that are held out. */
export interface Fold {
  readonly train: Uint32Array;
  readonly test: Uint32Array;
}

export interface FoldsOptions {
  /** Into how many parts; 5 unless told. */
  readonly folds?: number | undefined;
  readonly seed?: number | undefined;
  /** A column whose values are to be equally frequent in all folds. */
  readonly stratify?: string | undefined;
  /** A column, or a value per row: rows of one value stay in one fold. */
  readonly group?: string | ArrayLike<unknown> | undefined;
}

export const foldsOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  folds: { ...integerFrom(2), default: "5", about: "into how many parts; each is held out once" },
  seed: { ...integerFrom(0, Number.MAX_SAFE_INTEGER), default: "0", about: "another seed, other folds" },
  stratify: { ...aColumn, default: "none", about: "a column whose values are to be equally frequent in all folds" },
  group: {
    expected: "the name of a column, or a value per row",
    accepts: (value) => typeof value === "string" || (typeof value === "object" && value !== null),
    default: "none",
    about: "rows of one value stay in one fold",
  },
}));

/**
 * Parts the rows into folds by the seed alone; every row is held out once. With `stratify` no fold has two rows more of a
 * value than another. With `group` the largest group is placed first, where it keeps the folds most alike.
 */
export function foldsOf(input: TableInput, options: FoldsOptions = {}): Fold[] {
  checkOptions("foldsOf", options, foldsOptions);
  const table = toTable(input);
  const { stratify } = options;
  const strata = stratify === undefined ? null : readColumn(table, stratify, "stratify");
  return foldsBy("foldsOf", table, strata, options);
}

/** The same with the values to stratify by at hand; `caller` is what the user called. */
export function foldsBy(
  caller: string,
  table: KnownTable,
  strata: ArrayLike<unknown> | null,
  options: Pick<FoldsOptions, "folds" | "seed" | "group">,
): Fold[] {
  const { folds = 5, seed = 0, group } = options;
  const { rowCount } = table;
  if (folds > rowCount) {
    throw new CambiumError("bad-option", `${caller}: ${folds} folds need as many rows, got ${rowCount}`);
  }
  const foldOf =
    group !== undefined
      ? placeGroups(readGroups(caller, table, group, folds), strata && codesOf(strata), folds, seed)
      : strata !== null
        ? dealStrata(codesOf(strata), folds, seed)
        : dealIntoFolds(rowCount, folds, seed);
  const rows = allRows(rowCount);
  return Array.from({ length: folds }, (_, fold) => ({
    train: rows.filter((row) => foldOf[row] !== fold),
    test: rows.filter((row) => foldOf[row] === fold),
  }));
}

/** Deals out one value after the other, and goes on with the next where the last has ended. */
function dealStrata(codes: Uint32Array, folds: number, seed: number): Uint32Array {
  const shuffled = Array.from(shuffledRows(codes.length, seed, Purpose.Folds));
  const order = shuffled.sort((a, b) => codes[a] - codes[b]);
  const foldOf = new Uint32Array(codes.length);
  order.forEach((row, position) => {
    foldOf[row] = position % folds;
  });
  return foldOf;
}

/**
 * Puts the groups, the largest first, each into the fold where the squares of the values' shares grow least: where the
 * group's values are rarest. Of equals the fold with the fewest rows wins, then the first.
 */
function placeGroups(groups: Uint32Array, strata: Uint32Array | null, folds: number, seed: number): Uint32Array {
  const codes = strata ?? new Uint32Array(groups.length);
  const members = listsOf(groups);
  const totals = listsOf(codes).map((rows) => rows.length);
  const counts = Array.from({ length: folds }, () => new Float64Array(totals.length));
  const sizes = new Float64Array(folds);
  const foldOf = new Uint32Array(groups.length);
  // Of groups of one size, those of the first shuffled row go first.
  const order = [...new Set(Array.from(shuffledRows(groups.length, seed, Purpose.Folds), (row) => groups[row]))];
  for (const group of order.sort((a, b) => members[b].length - members[a].length)) {
    const tally = tallyOf(members[group], codes);
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let fold = 0; fold < folds; fold++) {
      const growth = growthOf(tally, counts[fold], totals);
      if (growth < least || (growth === least && sizes[fold] < sizes[best])) [best, least] = [fold, growth];
    }
    for (const [code, count] of tally) counts[best][code] += count;
    sizes[best] += members[group].length;
    for (const row of members[group]) foldOf[row] = best;
  }
  return foldOf;
}

/** By how much the sum of the squared shares grows when so many rows of each value are added. */
function growthOf(tally: ReadonlyMap<number, number>, counts: Float64Array, totals: readonly number[]): number {
  let growth = 0;
  for (const [code, count] of tally) growth += (count * (2 * counts[code] + count)) / (totals[code] * totals[code]);
  return growth;
}

function tallyOf(rows: readonly number[], codes: Uint32Array): Map<number, number> {
  const tally = new Map<number, number>();
  for (const row of rows) tally.set(codes[row], (tally.get(codes[row]) ?? 0) + 1);
  return tally;
}

function readGroups(caller: string, table: KnownTable, group: string | ArrayLike<unknown>, folds: number): Uint32Array {
  const values = typeof group === "string" ? readColumn(table, group, "group") : group;
  if (values.length !== table.rowCount) {
    const message = `group has ${values.length} values, but the table has ${table.rowCount} rows`;
    throw new CambiumError("bad-option", `${caller}: ${message}`);
  }
  for (let row = 0; row < values.length; row++) {
    if (kindOf(values[row]) !== "missing") continue;
    const message = `group is missing in row ${row + 1}; give such rows a group of their own, or leave them out`;
    throw new CambiumError("missing-value", `${caller}: ${message}`);
  }
  const codes = codesOf(values);
  const found = listsOf(codes).length;
  if (found >= folds) return codes;
  const message = `${folds} folds need as many groups, got ${countOf(found, "group", "groups")}`;
  throw new CambiumError("bad-option", `${caller}: ${message}; ask for fewer folds`);
}

/** Values as numbers, in the order in which they first occur; dates by their time, all missing values alike. */
export function codesOf(values: ArrayLike<unknown>): Uint32Array {
  const codes = new Map<unknown, number>();
  return Uint32Array.from({ length: values.length }, (_, row) => {
    const value = values[row];
    const key = kindOf(value) === "missing" ? null : isDate(value) ? isoText(value) : value;
    const code = codes.get(key) ?? codes.size;
    codes.set(key, code);
    return code;
  });
}

/** The rows of each code, ascending. */
function listsOf(codes: Uint32Array): number[][] {
  const lists: number[][] = [];
  codes.forEach((code, row) => {
    const list = lists[code];
    if (list === undefined) lists[code] = [row];
    else list.push(row);
  });
  return lists;
}
