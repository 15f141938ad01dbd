import type { ClassificationScores, RegressionScores } from "cambium";
import type { Guess } from "../learning/guess.ts";
import { formatNumber, formatShare } from "./format-number.ts";

/** A figure of quality, with words for those who do not know it by name. */
export interface ScoreEntry {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

/** The figures that are shown, of all that `evaluate` gives. */
export type ShownScores =
  | Pick<ClassificationScores, "rows" | "accuracy" | "logLoss" | "auc">
  | Pick<RegressionScores, "rows" | "rmse" | "mae" | "r2">;

export function scoreEntries(scores: ShownScores, guess: Guess | null): ScoreEntry[] {
  return "accuracy" in scores ? classEntries(scores, guess) : numberEntries(scores);
}

function classEntries(scores: Extract<ShownScores, { accuracy: number }>, guess: Guess | null): ScoreEntry[] {
  const { accuracy, logLoss, auc } = scores;
  const comparison = guess && `; always “${guess.label}”: ${formatShare(guess.accuracy)}`;
  const entries = [
    { name: "Accuracy", value: formatShare(accuracy), meaning: `of the answers are right${comparison ?? ""}` },
    { name: "Log loss", value: formatNumber(logLoss), meaning: "surprise at the truth; 0 is none" },
  ];
  if (Number.isNaN(auc)) return entries;
  return [
    ...entries,
    { name: "AUC", value: formatNumber(auc), meaning: "of pairs are in the right order; ½ is chance" },
  ];
}

function numberEntries({ rmse, mae, r2 }: Extract<ShownScores, { rmse: number }>): ScoreEntry[] {
  return [
    { name: "RMSE", value: formatNumber(rmse), meaning: "root of the mean squared error" },
    { name: "MAE", value: formatNumber(mae), meaning: "the mean distance from the truth" },
    { name: "R²", value: formatNumber(r2), meaning: "share of the variance that is explained" },
  ];
}
