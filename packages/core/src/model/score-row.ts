import { isOffset } from "../dataset/read-offset.ts";
import { encodeTable, isFlatRows } from "../predict/encode-table.ts";
import { finishScores, predictScores, startScores } from "../predict/predict-scores.ts";
import { createRowReader, type RowReader } from "../predict/row-reader.ts";
import { RowWalker } from "../predict/row-walker.ts";
import { CambiumError } from "../util/cambium-error.ts";
import type { ModelParts } from "./model-parts.ts";

/**
 * Gives the scores of one row at a time, an object or an array of numbers. The trees are brought into the order for it at the
 * first call, and the scores are written over by the next.
 */
export function createRowScorer(parts: ModelParts): (row: object) => Float64Array {
  const { ensemble, features, offset } = parts;
  const scores = new Float64Array(ensemble.initialScore.length);
  let prepared: { readonly walker: RowWalker; readonly read: RowReader } | null = null;
  return (row) => {
    if (isFlatRows(row)) checkWidth(row.length, features.length);
    // A median needs the answers of all trees at once.
    if (ensemble.combine?.by === "median") return predictScores(ensemble, encodeRow(parts, row));
    prepared ??= { walker: new RowWalker(ensemble, features), read: createRowReader(parts) };
    const { walker, read } = prepared;
    // An offset that takes more than a look is read, or refused, with all the rest.
    const known = offset.length === 0 ? undefined : offsetIn(row, offset);
    const encoded = known !== null && read(row, walker) ? null : encodeRow(parts, row);
    for (const [feature, column] of encoded?.columns.entries() ?? []) walker.put(feature, column[0]);
    startScores(ensemble, scores, known ?? encoded?.offsets);
    walker.addTo(scores);
    finishScores(ensemble, scores);
    return scores;
  };
}

/** The offset of a row, a number for each score; null where `encodeTable` has to look for it. */
function offsetIn(row: object, names: readonly string[]): Float64Array | null {
  if (isFlatRows(row) || typeof row !== "object" || row === null) return null;
  const offsets = new Float64Array(names.length);
  for (const [place, name] of names.entries()) {
    const value = Object.hasOwn(row, name) ? (row as Readonly<Record<string, unknown>>)[name] : null;
    if (!isOffset(value)) return null;
    offsets[place] = value + 0;
  }
  return offsets;
}

function encodeRow(parts: ModelParts, row: object) {
  return encodeTable(parts, isFlatRows(row) ? row : [row]);
}

function checkWidth(length: number, featureCount: number): void {
  if (length === featureCount) return;
  const message = `predictOne expects one row, an object of named values or an array with a number for each of ${featureCount} features, got ${length} numbers; for several rows use predict`;
  throw new CambiumError("bad-table", message);
}
