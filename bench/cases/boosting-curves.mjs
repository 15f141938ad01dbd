const WIDE = { made: "sensors-like", task: "regression" };

/**
 * One thing grows and all else stays. The power is that of the theory: each row is looked at once a level, in each column;
 * what is done for each leaf and each bin comes on top of it, and is little where rows are many. Above the limit it is worse.
 */
const SWEEPS = [
  {
    of: "rows",
    what: "10 columns, trees of 6 levels, 255 bins",
    ...{ power: 1, limit: 1.15 },
    points: [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000],
    given: (rows) => ({ data: { rows } }),
  },
  {
    of: "columns",
    what: "100,000 rows, trees of 6 levels, 255 bins",
    ...{ power: 1, limit: 1.15 },
    points: [10, 30, 100, 300, 1_000],
    given: (features) => ({ data: { ...WIDE, rows: 100_000, features } }),
  },
  {
    of: "bins",
    what: "1,000,000 rows, 10 columns, trees of 6 levels",
    ...{ power: 1, limit: 1 },
    points: [16, 64, 255, 1_023, 4_095, 16_383, 65_535],
    given: (maxBins) => ({ work: { maxBins } }),
  },
  {
    of: "leaves",
    what: "1,000,000 rows, 10 columns, 255 bins, the best leaf first",
    ...{ power: 1, limit: 1 },
    points: [8, 32, 128, 512, 2_047],
    given: (maxLeaves) => ({ work: { maxLeaves, maxDepth: undefined } }),
  },
  {
    of: "threads",
    what: "1,000,000 rows, 28 columns, trees of 6 levels, 255 bins",
    ...{ power: -1, limit: -0.7 },
    points: [1, 2],
    given: (threads) => ({ data: { features: 28 }, work: { threads } }),
  },
];

export const boostingCurves = {
  kind: "sweeps",
  title: "How the time of boosting on bins grows: 10 trees, at most 2 threads",
  data: { rows: 1_000_000, testRows: 10_000, features: 10, task: "classification", seed: 1 },
  work: { model: "boosting", trees: 10, maxDepth: 6, threads: 2, columnBits: 32 },
  rounds: 3,
  limitSeconds: 120,
  sweeps: SWEEPS,
  rivals: SWEEPS.flatMap(({ of, points, given }) =>
    points.map((point) => ({ name: `${point.toLocaleString("en")} ${of}`, peer: "cambium", ...given(point) })),
  ),
};
