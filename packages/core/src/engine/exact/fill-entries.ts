import { MISSING, NEW, type Pacer, type TreeEntries } from "@cambium/kernels";
import type { CategoricalColumn } from "../../dataset/column.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { forRanges } from "../../util/ranges.ts";
import { inTurns, type Turns, turnsOver } from "../../util/turns.ts";

/** Puts the data where the compiled loops read it. */
export async function fillEntries(entries: TreeEntries, dataset: Dataset, pacer: Pacer): Promise<void> {
  for (const [feature, column] of dataset.columns.entries()) {
    if (pacer.due()) await pacer.pause();
    const run = entries.of(feature);
    if (column.kind === "categorical") {
      const { codes } = column;
      if (run !== null)
        await fillRun(
          run,
          await inTurns(rowsByCode(column), pacer),
          (row) => (codes[row] < 0 ? Number.NaN : codes[row]),
          pacer,
        );
      continue;
    }
    const { values } = column;
    if (run === null) entries.setValues(feature, values);
    else await fillRun(run, await dataset.sorted(feature, pacer), (row) => values[row], pacer);
  }
}

/** The rows in the order of their values or codes, NaN last, each marked where its value is another than the one before, or missing. */
async function fillRun(
  run: Uint32Array,
  order: Uint32Array,
  valueAt: (row: number) => number,
  pacer: Pacer,
): Promise<void> {
  let before = Number.NaN;
  let wasMissing = false;
  await forRanges(order.length, pacer, (start, end) => {
    for (let i = start; i < end; i++) {
      const value = valueAt(order[i]);
      const isMissing = Number.isNaN(value);
      const isNew = isMissing ? !wasMissing : value !== before;
      run[i] = order[i] | (isNew ? NEW : 0) | (isMissing ? MISSING : 0);
      before = value;
      wasMissing = isMissing;
    }
  });
}

/** The rows by code, of equals the lowest first, and those without one last. */
function* rowsByCode({ codes, categories }: CategoricalColumn): Turns<Uint32Array> {
  const count = categories.length;
  const ends = new Uint32Array(count + 1);
  const place = (row: number) => (codes[row] < 0 ? count : codes[row]);
  yield* turnsOver(codes.length, (start, end) => {
    for (let row = start; row < end; row++) ends[place(row)]++;
  });
  for (let code = 1; code <= count; code++) ends[code] += ends[code - 1];
  const rows = new Uint32Array(codes.length);
  const last = codes.length - 1;
  yield* turnsOver(codes.length, (start, end) => {
    for (let i = start; i < end; i++) rows[--ends[place(last - i)]] = last - i;
  });
  return rows;
}
