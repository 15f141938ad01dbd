import { linkScores } from "@cambium/kernels";
import type { Ensemble } from "../ensemble/ensemble.ts";
import { applyClassLink, applyLink, isClassLink, type LinkName, type LossLinkName } from "../loss/link.ts";
import { scoresInTurns } from "../predict/predict-scores.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import type { ModelParts } from "./model-parts.ts";

/** What a model predicts with: its parts, or itself. */
type Predictor = Pick<ModelParts, "ensemble" | "link" | "classes">;

/** Row after row a probability per class, for rows that are in the model's own columns already. */
export function* probabilitiesInTurns(model: Predictor, rows: EncodedRows): Turns<Float64Array> {
  return yield* sharesInTurns(model, yield* scoresInTurns(model.ensemble, rows));
}

/** What is known of a model whose scores are known. */
type Linked = Pick<Predictor, "link" | "classes"> & { readonly ensemble: Pick<Ensemble, "initialScore"> };

/** The same from scores, which are overwritten where there is one for each class. */
export function probabilitiesOfScores(model: Linked, scores: Float64Array): Float64Array {
  return atOnce(sharesInTurns(model, scores));
}

function* sharesInTurns({ link, classes, ensemble }: Linked, scores: Float64Array): Turns<Float64Array> {
  const width = ensemble.initialScore.length;
  // There is a score per class, or one only, that of the second of two classes.
  if (width === classes.length) {
    if (!isClassLink(link)) return yield* linkedInTurns(link, scores);
    yield* turnsOver(scores.length / width, (start, end) => {
      applyClassLink(link, scores.subarray(width * start, width * end), width);
    });
    return scores;
  }
  const shares = new Float64Array(2 * scores.length);
  yield* turnsOver(scores.length, (start, end) => {
    const second = linked(link, scores.subarray(start, end));
    for (let i = 0; i < second.length; i++) {
      shares[2 * (start + i)] = 1 - second[i];
      shares[2 * (start + i) + 1] = second[i];
    }
  });
  return shares;
}

/** The predicted number of each such row. */
export function* numbersInTurns(model: Pick<Predictor, "ensemble" | "link">, rows: EncodedRows): Turns<Float64Array> {
  return yield* linkedInTurns(model.link, yield* scoresInTurns(model.ensemble, rows));
}

export function numberOfScore({ link }: Pick<Predictor, "link">, score: number): number {
  return applyLink(linkOfNumber(link), score);
}

export function numbersOfScores(model: Pick<Predictor, "link">, scores: Float64Array): Float64Array {
  return atOnce(linkedInTurns(model.link, scores));
}

function* linkedInTurns(link: LinkName, scores: Float64Array): Turns<Float64Array> {
  const numbers = new Float64Array(scores.length);
  yield* turnsOver(scores.length, (start, end) => numbers.set(linked(link, scores.subarray(start, end)), start));
  return numbers;
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
