/** A regression stump, by trying every cut of every column. */
export interface Stump {
  readonly feature: number;
  readonly threshold: number;
  /** The rows at most the threshold, and those above it. */
  readonly sides: readonly [number[], number[]];
}

/** The stump of the least weighted squares, as a textbook has it: the sum of squares around the mean of each side. */
export function bestStump(
  columns: readonly ArrayLike<number>[],
  targets: readonly number[],
  weights: readonly number[],
): Stump {
  const squares = (rows: readonly number[]) => {
    const total = rows.reduce((sum, row) => sum + weights[row], 0);
    const mean = rows.reduce((sum, row) => sum + weights[row] * targets[row], 0) / total;
    return rows.reduce((sum, row) => sum + weights[row] * (targets[row] - mean) ** 2, 0);
  };
  let best: Stump | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [feature, column] of columns.entries()) {
    const levels = [...new Set(Array.from(column))].sort((x, y) => x - y);
    for (let i = 1; i < levels.length; i++) {
      const threshold = (levels[i - 1] + levels[i]) / 2;
      const rows = [...targets.keys()];
      const sides = [rows.filter((row) => column[row] <= threshold), rows.filter((row) => column[row] > threshold)];
      const left = squares(sides[0]) + squares(sides[1]);
      if (left >= least) continue;
      least = left;
      best = { feature, threshold, sides: [sides[0], sides[1]] };
    }
  }
  if (best === null) throw new Error("nothing to cut");
  return best;
}
