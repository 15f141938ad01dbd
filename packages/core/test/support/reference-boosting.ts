/** What a loss is to the reference: y and score to gradient, hessian, and the initial score. */
export interface ReferenceLoss {
  readonly initialScore: (y: readonly number[], w: readonly number[]) => number;
  readonly gradient: (y: number, score: number) => number;
  readonly hessian: (score: number) => number;
}

const mean = (y: readonly number[], w: readonly number[]) =>
  y.reduce((sum, value, i) => sum + w[i] * value, 0) / w.reduce((sum, value) => sum + value, 0);
const sigmoid = (score: number) => 1 / (1 + Math.exp(-score));

export const referenceLosses: Readonly<Record<"squaredError" | "logistic", ReferenceLoss>> = {
  squaredError: { initialScore: mean, gradient: (y, s) => s - y, hessian: () => 1 },
  logistic: {
    initialScore: (y, w) => Math.log(mean(y, w) / (1 - mean(y, w))),
    gradient: (y, s) => sigmoid(s) - y,
    hessian: (s) => sigmoid(s) * (1 - sigmoid(s)),
  },
};

export interface ReferenceOptions {
  readonly rounds: number;
  readonly learningRate: number;
  readonly maxDepth: number;
  readonly l2: number;
  /** The rows that each tree is grown on; all unless told. */
  readonly bags?: readonly ArrayLike<number>[];
}

/**
 * Newton boosting as in Chen and Guestrin 2016, by trying every cut at every node, with the formulas as they stand in the
 * paper. Gives the scores of the training rows. NaN is missing.
 */
export function referenceBoosting(
  columns: readonly (readonly number[])[],
  y: readonly number[],
  w: readonly number[],
  loss: ReferenceLoss,
  { rounds, learningRate, maxDepth, l2, bags }: ReferenceOptions,
): number[] {
  const scores = y.map(() => loss.initialScore(y, w));
  for (let round = 0; round < rounds; round++) {
    const g = y.map((value, i) => w[i] * loss.gradient(value, scores[i]));
    const h = scores.map((score, i) => w[i] * loss.hessian(score));
    const sum = (of: number[], rows: number[]) => rows.reduce((total, row) => total + of[row], 0);
    const worth = (rows: number[]) => sum(g, rows) ** 2 / (sum(h, rows) + l2);
    const gainOf = ({ left, right }: Cut) => worth(left) + worth(right) - worth([...left, ...right]);
    const inBag = bags && new Set(Array.from(bags[round]));
    const grow = (all: number[], depth: number): void => {
      const rows = inBag === undefined ? all : all.filter((row) => inBag.has(row));
      const cuts = depth < maxDepth ? columns.flatMap((values) => everyCut(values, rows)) : [];
      const gains = cuts.map(gainOf);
      const best = Math.max(1e-9, ...gains);
      const cut = cuts[gains.indexOf(best)];
      if (cut === undefined) {
        for (const row of all) scores[row] -= (learningRate * sum(g, rows)) / (sum(h, rows) + l2);
        return;
      }
      const missingLeft = sideOfMissing(cut, rows, sum(h, cut.left), sum(h, cut.right));
      const goesLeft = (row: number) => fallsLeft(cut.values[row], cut.threshold, missingLeft);
      grow(all.filter(goesLeft), depth + 1);
      grow(
        all.filter((row) => !goesLeft(row)),
        depth + 1,
      );
    };
    grow([...y.keys()], 0);
  }
  return scores;
}

interface Cut {
  readonly values: readonly number[];
  /** Halfway between two values of the rows. */
  readonly threshold: number;
  readonly missingLeft: boolean;
  readonly left: number[];
  readonly right: number[];
}

const fallsLeft = (value: number, threshold: number, missingLeft: boolean) =>
  Number.isNaN(value) ? missingLeft : value <= threshold;

/** Where the cut saw no missing value, rows that the tree did not see go to the heavier side. */
function sideOfMissing({ values, missingLeft }: Cut, rows: number[], left: number, right: number): boolean {
  return rows.some((row) => Number.isNaN(values[row])) ? missingLeft : left >= right;
}

/** Every way to part the rows by a threshold, missing values on either side. */
function everyCut(values: readonly number[], rows: readonly number[]): Cut[] {
  const present = [...new Set(rows.map((row) => values[row]))].filter((value) => !Number.isNaN(value));
  const sorted = present.sort((a, b) => a - b);
  const thresholds = sorted.map((value, i) => (i + 1 < sorted.length ? (value + sorted[i + 1]) / 2 : value));
  return thresholds
    .flatMap((threshold) =>
      [true, false].map((missingLeft) => {
        const goesLeft = (row: number) => fallsLeft(values[row], threshold, missingLeft);
        const [left, right] = [rows.filter(goesLeft), rows.filter((row) => !goesLeft(row))];
        return { values, threshold, missingLeft, left, right };
      }),
    )
    .filter(({ left, right }) => left.length > 0 && right.length > 0);
}
