const classes = { task: "classification", features: 28 };

const NUMBERS = [
  { table: "two classes, 28 columns", data: classes },
  { table: "three classes, 28 columns", data: { ...classes, made: "grades-like" } },
  { table: "regression, 60 columns", data: { made: "sensors-like", task: "regression", features: 60 } },
];
const HALF_CATEGORIES = {
  table: "two classes, 30 columns, 15 of them of 5 to 200 categories",
  data: { ...classes, made: "orders-like", features: 30 },
};

/** So many rows have the process that is asked how long its import and its first fit take together, in seconds. */
const firstFit = { rows: 100, target: 0.1 };

/** A target is the time over that of the fastest other. The learners of scikit-learn take no categories. */
const againstScikitLearn = {
  tables: NUMBERS,
  sizes: [100, 1_000, 10_000, 100_000],
  others: ["scikit-learn"],
  targetOf: () => ({ target: 0.5 }),
};
const GROUPS = [
  {
    learner: "boosting",
    tables: [...NUMBERS, HALF_CATEGORIES],
    sizes: [100, 1_000, 10_000, 100_000, 1_000_000],
    others: ["xgboost", "lightgbm"],
    targetOf: (rows) => ({ target: rows < 100_000 ? 1 : 0.8, moonshot: 0.5 }),
  },
  { learner: "randomForest", ...againstScikitLearn },
  { learner: "cart", ...againstScikitLearn },
].flatMap(({ tables, ...group }) => tables.map((table) => ({ ...group, ...table })));

export const defaults = {
  kind: "defaults",
  title: "Everyone's defaults, the first fit of a process, 2 threads",
  data: { rows: 1_000_000, testRows: 20_000, seed: 1 },
  work: { threads: 2 },
  rounds: 5,
  limitSeconds: 1200,
  hasSizes: true,
  firstFit,
  groups: GROUPS.map(({ learner, table, targetOf }) => ({ title: titleOf(learner, table), learner, targetOf })),
  rivals: GROUPS.flatMap(({ learner, table, data, sizes, others }) =>
    sizes.flatMap((rows) =>
      ["cambium", ...others].map((library) => ({
        name: `${library}: ${titleOf(learner, table)}, ${rows.toLocaleString("en")} rows`,
        group: titleOf(learner, table),
        peer: `defaults-${library}`,
        data: { ...data, rows },
        work: { learner },
      })),
    ),
  ),
};

function titleOf(learner, table) {
  return `${learner}(), ${table}`;
}
