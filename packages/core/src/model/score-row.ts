import { isFlatRows } from "../predict/encode-flat.ts";
import { encodeTable } from "../predict/encode-table.ts";
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
  const { ensemble, features } = parts;
  const scores = new Float64Array(ensemble.initialScore.length);
  let prepared: { readonly walker: RowWalker; readonly read: RowReader } | null = null;
  return (row) => {
    if (isFlatRows(row)) checkWidth(row.length, features.length);
    // A median needs the answers of all trees at once.
    if (ensemble.combine?.by === "median") return predictScores(ensemble, encodeRow(parts, row));
    prepared ??= { walker: new RowWalker(ensemble, features), read: createRowReader(parts) };
    const { walker, read } = prepared;
    if (!read(row, walker)) walker.putRow(encodeRow(parts, row));
    startScores(ensemble, scores);
    walker.addTo(scores);
    finishScores(ensemble, scores);
    return scores;
  };
}

function encodeRow(parts: ModelParts, row: object) {
  return encodeTable(parts, isFlatRows(row) ? row : [row]);
}

function checkWidth(length: number, featureCount: number): void {
  if (length === featureCount) return;
  const message = `predictOne expects one row, an object of named values or an array with a number for each of ${featureCount} features, got ${length} numbers; for several rows use predict`;
  throw new CambiumError("bad-table", message);
}
