/** What was measured on a set of rows: the loss, and each metric that was asked for, by its name. */
export interface SetScores {
  /** The mean, by weight, of the loss that the model minimises. */
  readonly meanLoss: number;
  readonly [metric: string]: number;
}

/** What was measured after one round of boosting. */
export interface RoundScores {
  /** From 1 on. */
  readonly round: number;
  /** Weighted mean loss of the training rows; null where nobody listened to the rounds or asked for it. Not saved for a listener alone. */
  readonly trainLoss: number | null;
  /** By the names of the sets: "validation" for rows that came without a name, "train" for those that trees learn from. */
  readonly sets: Readonly<Record<string, SetScores>>;
  /** Those of the set "validation"; null where there is none of that name. */
  readonly validation: SetScores | null;
}

/** The name of the one set that came without. */
export const UNNAMED_SET = "validation";

/** The name under which the training rows are measured. */
export const TRAIN_SET = "train";

/** One entry of a curve; `trainLoss` is what a listener was told, where there was one. */
export function roundScores(
  round: number,
  sets: Readonly<Record<string, SetScores>>,
  trainLoss: number | null = null,
): RoundScores {
  const of = (name: string) => (Object.hasOwn(sets, name) ? sets[name] : null);
  // Listeners see them, and the model keeps them.
  for (const scores of Object.values(sets)) Object.freeze(scores);
  return {
    round,
    trainLoss: of(TRAIN_SET)?.meanLoss ?? trainLoss,
    sets: Object.freeze(sets),
    validation: of(UNNAMED_SET),
  };
}
