import { linkScores } from "@cambium/kernels";
import type { Ensemble } from "../ensemble/ensemble.ts";
import { applyClassLink, applyLink, isClassLink, type LinkName, type LossLinkName } from "../loss/link.ts";
import { predictScores } from "../predict/predict-scores.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import type { ModelParts } from "./model-parts.ts";

/** What a model predicts with: its parts, or itself. */
type Predictor = Pick<ModelParts, "ensemble" | "link" | "classes">;

/** Row after row a probability per class, for rows that are in the model's own columns already. */
export function probabilitiesOfRows(model: Predictor, rows: EncodedRows): Float64Array {
  return probabilitiesOfScores(model, predictScores(model.ensemble, rows));
}

/** The same from scores, which are overwritten where there is one for each class. */
export function probabilitiesOfScores(
  model: Pick<Predictor, "link" | "classes"> & { readonly ensemble: Pick<Ensemble, "initialScore"> },
  scores: Float64Array,
): Float64Array {
  // There is a score per class, or one only, that of the second of two classes.
  if (model.ensemble.initialScore.length === model.classes.length) {
    if (!isClassLink(model.link)) return linked(model.link, scores);
    applyClassLink(model.link, scores, model.classes.length);
    return scores;
  }
  const shares = new Float64Array(2 * scores.length);
  const second = linked(model.link, scores);
  for (let row = 0; row < second.length; row++) {
    shares[2 * row] = 1 - second[row];
    shares[2 * row + 1] = second[row];
  }
  return shares;
}

/** The predicted number of each such row. */
export function numbersOf(model: Pick<Predictor, "ensemble" | "link">, rows: EncodedRows): Float64Array {
  return numbersOfScores(model, predictScores(model.ensemble, rows));
}

export function numberOfScore({ link }: Pick<Predictor, "link">, score: number): number {
  return applyLink(linkOfNumber(link), score);
}

export function numbersOfScores(model: Pick<Predictor, "link">, scores: Float64Array): Float64Array {
  return linked(model.link, scores);
}

/** Below this many scores it takes longer to bring them to the kernels. */
const FEWEST_SCORES = 64;

/** Scores that each are a prediction of their own. */
function linked(link: LinkName, scores: Float64Array): Float64Array {
  const of = linkOfNumber(link);
  const numbers = scores.slice();
  if (of === "identity") return numbers;
  if (of === "logistic" && scores.length >= FEWEST_SCORES && linkScores(numbers)) return numbers;
  return scores.map((score) => applyLink(of, score));
}

/** Links between classes are for models with a score for each. */
function linkOfNumber(link: LinkName): LossLinkName {
  if (isClassLink(link)) throw new TypeError(`unreachable: the link ${link} needs a score per class`);
  return link;
}
