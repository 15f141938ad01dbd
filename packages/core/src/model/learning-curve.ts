/** What was measured after one round of boosting. */
export interface RoundScores {
  /** From 1 on. */
  readonly round: number;
  /** Weighted mean loss of the training rows; null where nobody listened to the rounds. */
  readonly trainLoss: number | null;
  /** The loss of the validation rows, and each metric that was asked for; null where there are none. */
  readonly validation: { readonly loss: number; readonly [metric: string]: number } | null;
}
