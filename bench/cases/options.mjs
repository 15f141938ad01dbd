import { OTHER_OPTIONS } from "../peers/other-options.mjs";

const TABLES = {
  classes: { task: "classification", features: 28 },
  numbers: { made: "sensors-like", task: "regression", features: 60 },
  counts: { made: "sizes-like", task: "regression", features: 28 },
  categories: { made: "orders-like", task: "classification", features: 30 },
};

/** Each learner with its defaults on the tables that its options need, and with one option after the other. */
const RIVALS = Object.entries(OTHER_OPTIONS).flatMap(([learner, options]) => {
  const ways = Object.entries(options).flatMap(([option, all]) =>
    all.map(({ text, table = "classes", beside, run, against, why }, way) => ({
      name: nameOf(learner, table, `${option}: ${text}`),
      against: nameOf(learner, table, against ?? "defaults"),
      group: `${learner}(), ${table}`,
      option: `${option}: ${text}`,
      ...(why && { why }),
      peer: "cambium",
      data: TABLES[table],
      work: { learner, option, way, ...(beside && { beside }), ...(run && { run }) },
    })),
  );
  const tables = new Set(ways.map(({ group }) => group));
  const defaults = Object.keys(TABLES)
    .filter((table) => tables.has(`${learner}(), ${table}`))
    .map((table) => ({
      name: nameOf(learner, table, "defaults"),
      group: `${learner}(), ${table}`,
      peer: "cambium",
      data: TABLES[table],
      work: { learner },
    }));
  return [...defaults, ...ways];
});

export const options = {
  kind: "options",
  title: "Each option alone, against the defaults, 2 threads",
  data: { rows: 30_000, testRows: 10_000, seed: 1 },
  work: { threads: 2 },
  rounds: 3,
  limitSeconds: 120,
  most: 2,
  rivals: RIVALS,
  targets: [],
};

function nameOf(learner, table, what) {
  return `${learner}, ${table}, ${what}`;
}
