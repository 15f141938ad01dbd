import { applyLink } from "../loss/link.ts";
import { predictScores } from "../predict/predict-scores.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import type { ModelParts } from "./model-parts.ts";

/** What a model predicts with: its parts, or itself. */
type Predictor = Pick<ModelParts, "ensemble" | "link" | "classes">;

/** Row after row a probability per class, for rows that are in the model's own columns already. */
export function probabilitiesOf(model: Predictor, rows: EncodedRows): Float64Array {
  const scores = predictScores(model.ensemble, rows);
  // There is a score per class, or one only, that of the second of two classes.
  if (model.ensemble.initialScore.length === model.classes.length)
    return scores.map((score) => applyLink(model.link, score));
  const shares = new Float64Array(2 * scores.length);
  scores.forEach((score, row) => {
    const share = applyLink(model.link, score);
    shares[2 * row] = 1 - share;
    shares[2 * row + 1] = share;
  });
  return shares;
}

/** The predicted number of each such row. */
export function numbersOf(model: Pick<Predictor, "ensemble" | "link">, rows: EncodedRows): Float64Array {
  return predictScores(model.ensemble, rows).map((score) => applyLink(model.link, score));
}
