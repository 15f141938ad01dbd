import { describe, expect, it } from "vitest";
import * as core from "../../src/index.ts";
import { cart, createDataset, loadModel, type Model, type TableInput } from "../../src/index.ts";
import { everyLearner, type LearnerCase, named, type TargetOf } from "../support/every-learner.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { threadTime } from "../support/thread-time.ts";

/** Node's types leave it to those of the DOM. */
const host = globalThis as unknown as { WebAssembly: { Memory: new () => object } };

type Columns = Record<string, unknown[]>;

const ROWS = 30;
const random = randomNumbers(7);
const pick = <T>(values: readonly T[], rows = ROWS): T[] =>
  Array.from({ length: rows }, () => values[Math.floor(random() * values.length)]);
const same = <T>(value: T): T[] => new Array<T>(ROWS).fill(value);
const put = <T>(values: readonly T[], at: number, value: T): T[] =>
  values.map((old, row) => (row === at ? value : old));

const c = pick(["a", "b", "c", "d"]);
const d = pick(["x", "y", "z"]);
const targets = {
  classes: pick(["p", "q", "r"]),
  pairs: pick(["p", "q"]),
  numbers: pick([1, 2, 3, 5, 8]),
} as const satisfies Record<TargetOf, unknown[]>;
const run = { target: "y" };

/** What a fit ends with: a model that is sound, or one clear error. */
async function outcomeOf({ learner }: LearnerCase, table: TableInput, options: object = run): Promise<Model | string> {
  let model: Model | undefined;
  const failure = await failureOf(async () => {
    model = await learner.fit(table, options as typeof run);
  });
  if (model === undefined) return failure;
  expectSound(model, table);
  return model;
}

function expectSound(model: Model, table: TableInput): void {
  const scores = model.predictScore(table);
  expect(scores.every(Number.isFinite)).toBe(true);
  const loaded = loadModel(model.toBytes());
  expect(loaded.predictScore(table)).toEqual(scores);
  expect(loaded.toBytes()).toEqual(model.toBytes());
  if (model.task === "regression") return;
  const shares = model.predictProbability(table);
  const width = model.classes.length;
  for (let row = 0; row < shares.length / width; row++) {
    const ofRow = [...shares.subarray(row * width, (row + 1) * width)];
    expect(ofRow.every((share) => share >= 0 && share <= 1)).toBe(true);
    expect(ofRow.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  }
}

/** The model of a case, which must not be an error. */
async function modelOf(each: LearnerCase, table: TableInput, options: object = run): Promise<Model> {
  const outcome = await outcomeOf(each, table, options);
  if (typeof outcome === "string") throw new Error(outcome);
  return outcome;
}

const cases = named(everyLearner);
const without = (reason: keyof LearnerCase) => named(everyLearner.filter((each) => !each[reason]));

describe("the list of learners", () => {
  it("has every one that is exported", () => {
    const learners = Object.entries(core).flatMap(([name, make]) =>
      typeof make === "function" && Object.hasOwn(core, `${name}Options`) && isLearner(make as never) ? [name] : [],
    );
    const listed = new Set(everyLearner.map(({ learner }) => learner.name));
    expect(learners.sort()).toEqual([...listed].sort());
  });

  function isLearner(make: (first?: unknown) => unknown): boolean {
    return [[], [cart()]].some((given) => {
      try {
        const made = make(...given);
        if (made instanceof Promise) made.catch(() => {});
        return typeof (made as { fit?: unknown }).fit === "function";
      } catch {
        return false;
      }
    });
  }
});

describe.each(cases)("%s", (_name, each) => {
  const y = targets[each.target];

  it.each<[string, TableInput, object, string]>([
    [
      "columns without rows",
      { c: [], y: [] },
      run,
      "bad-table | cambium: the table has no rows; expected at least one",
    ],
    ["no rows at all", [], run, "bad-table | cambium: the table has no rows; expected at least one"],
    [
      "nothing but a target",
      { y },
      run,
      'bad-table | cambium: the table has no column besides the target "y"; expected features',
    ],
    [
      "a target with a missing value",
      { c, y: y.map((value, row) => (row === 4 ? null : value)) },
      run,
      'bad-target | cambium: target "y" is missing in row 5; leave such rows out: nothing can be learned from them',
    ],
    [
      "two columns of one name",
      { rowCount: 2, columnNames: ["c", "c", "y"], column: (name: string) => (name === "c" ? ["a", "b"] : y) },
      run,
      'bad-table | cambium: the table has two columns named "c"; rename one of them',
    ],
    [
      "a negative weight",
      { c, y },
      { ...run, weight: put(same(1), 3, -1) },
      "bad-weight | cambium: weight is -1 in row 4; expected a number from 0 to 2^60",
    ],
    [
      "a weight that is no number",
      { c, y },
      { ...run, weight: same(Number.NaN) },
      "bad-weight | cambium: weight is NaN in row 1; expected a number from 0 to 2^60",
    ],
    [
      "weights that are all zero",
      { c, y },
      { ...run, weight: same(0) },
      "bad-weight | cambium: every weight is 0; expected at least one of 2^-60 or more",
    ],
  ])("refuses %s", async (_what, table, options, message) => {
    expect(await outcomeOf(each, table, options)).toBe(message);
  });

  it("refuses an infinite target", async () => {
    const [infinite, options] =
      each.target === "numbers"
        ? [y.map((value, row) => (row === 2 ? Number.NEGATIVE_INFINITY : value)), run]
        : [put(same(1), 2, Number.NEGATIVE_INFINITY), { ...run, task: "classification" }];
    const expected =
      each.target === "numbers"
        ? "regression expects numbers up to 2^200: divide by a power of ten"
        : "a class is text, a finite number or a boolean";
    expect(await outcomeOf(each, { c, y: infinite }, options)).toBe(
      `bad-target | cambium: target "y" has -Infinity in row 3; ${expected}`,
    );
  });

  it("says what one row and one class say, or that it needs two", async () => {
    const value = each.target === "numbers" ? 3 : "p";
    for (const table of [
      { c: ["a"], d: ["x"], y: [value] },
      { c, d, y: same(value) },
    ]) {
      const outcome = await outcomeOf(each, table);
      if (each.target === "pairs" && each.learner.name === "adaBoost") {
        const kind = each.learner.options as { kind?: string };
        expect(outcome).toBe(
          `bad-target | cambium: adaBoost: kind "${kind.kind}" expects two classes, but the target "y" has 1; kind: "samme" takes any number`,
        );
        continue;
      }
      const model = outcome as Model;
      expect(new Set(model.predict(table))).toEqual(new Set([value]));
      if (model.task === "classification") expect([...model.predictProbability({ c: ["d"], d: ["x"] })]).toEqual([1]);
    }
  });

  it("says the same of all rows where all columns are constant", async () => {
    const table = { c: same("a"), d: same("x"), y };
    const model = await modelOf(each, table);
    expect(new Set(model.predict(table)).size).toBe(1);
    expect(model.ensemble.trees.every(({ nodeCount }) => nodeCount === 1)).toBe(true);
  });

  it("learns from columns of a single constant and one that tells", async () => {
    const table = { c: same("a"), d, y: d.map((value) => (value === "x" ? y[0] : y.find((other) => other !== y[0]))) };
    const model = await modelOf(each, table);
    if (each.draws !== null || each.learner.name === "boosting") return;
    if (model.task === "classification") expect(model.predict(table)).toEqual(table.y);
    else model.predict(table).forEach((value, row) => void expect(value).toBeCloseTo(Number(table.y[row]), 9));
  });

  it("takes weights of which all but one are zero, and of any size", async () => {
    const lone = await modelOf(each, { c, d, y }, { ...run, weight: put(same(0), 5, 1) });
    if (each.target !== "pairs") expect(lone.predict({ c, d })[5]).toBe(y[5]);
    for (const weight of [same(2 ** -60), same(0).map((_, row) => 2 ** (row % 2 === 0 ? 60 : -60))]) {
      await modelOf(each, { c, d, y }, { ...run, weight });
    }
  });

  it("takes a class, or a value, all of whose rows have no weight", async () => {
    await modelOf(each, { c, d, y }, { ...run, weight: y.map((value) => (value === y[0] ? 0 : 1)) });
  });

  it("finds columns by name at prediction, in any order and among others, and names one that lacks", async () => {
    const model = await modelOf(each, { c, d, y });
    const mixed = { z: same(null), d, other: same(1), c };
    expect(model.predictScore(mixed)).toEqual(model.predictScore({ c, d, y }));
    expect(await failureOf(() => model.predict({ c }))).toBe(
      'unknown-column | cambium: the model was trained with a column "d", which the table lacks; there are "c"',
    );
    expect(await failureOf(() => model.predictOne({}))).toContain('trained with a column "c", which the table lacks');
  });

  it("sends what it never saw somewhere: new categories and missing values", async () => {
    const model = await modelOf(each, { c, d, y });
    expectSound(model, { c: ["new", null, "a"], d: [null, "newer", "x"] });
  });

  it("stops at once when it is told to, gives its memory back, and can fit again", async () => {
    const { dataset, small } = await abortTables(each);
    const { Memory } = host.WebAssembly;
    let created = 0;
    host.WebAssembly.Memory = class extends Memory {
      constructor(...size: ConstructorParameters<typeof Memory>) {
        super(...size);
        created++;
      }
    };
    try {
      // The first runs sort columns and bin them, a few each, and the dataset keeps that; then they get into their tree.
      for (let again = 0; again < 10; again++) expect(await abort(each, dataset)).toBeLessThan(100);
      await each.learner.fit(small);
    } finally {
      host.WebAssembly.Memory = Memory;
    }
    // No more than four memories are kept for later runs: if runs kept theirs, at least six would need a new one.
    expect(created).toBeLessThanOrEqual(4);
  });
});

const large = new Map<string, Promise<core.Dataset>>();

/** A table that takes any learner longer than the abort waits, and one that does not need more memory. */
async function abortTables({ target, namesOnly }: LearnerCase) {
  const key = `${target} ${namesOnly}`;
  let dataset = large.get(key);
  if (dataset === undefined) {
    const rows = 40_000;
    const categories = Array.from({ length: 30 }, (_, code) => `c${code}`);
    const column = () => (namesOnly ? pick(categories, rows) : Float64Array.from({ length: rows }, random));
    const columns = Object.fromEntries(Array.from({ length: 8 }, (_, k) => [`x${k}`, column()]));
    dataset = createDataset({ ...columns, y: pick<unknown>(targets[target], rows) }, run);
    large.set(key, dataset);
  }
  return { dataset: await dataset, small: await createDataset({ c, d, y: targets[target] }, run) };
}

/** Milliseconds for which this thread works until it rejects: that the machine is busy is not the learner's fault. */
async function abort({ learner }: LearnerCase, dataset: core.Dataset): Promise<number> {
  const controller = new AbortController();
  const reason = new Error("enough");
  let began = 0;
  setTimeout(() => {
    began = threadTime();
    controller.abort(reason);
  }, 3);
  const end = await lasting(learner)
    .fit(dataset, { signal: controller.signal })
    .catch((error: unknown) => error);
  expect(end instanceof core.FitAbortedError ? end.cause : end).toBe(reason);
  return threadTime() - began;
}

/** The few rounds of boosting would be over before anybody told it to stop. */
function lasting(learner: LearnerCase["learner"]): LearnerCase["learner"] {
  return learner.name === "boosting" ? core.boosting({ ...learner.options, rounds: 1000 }) : learner;
}

describe("columns of numbers", () => {
  const n = c.map((_, row) => row % 7);

  it.each(without("namesOnly"))("may be infinite, missing in part or in whole (%s)", async (_name, each) => {
    const y = targets[each.target];
    const infinite = n.map((value) => (value === 0 ? Number.POSITIVE_INFINITY : value === 1 ? -Infinity : value));
    const partly = n.map((value) => (value === 2 ? null : value));
    for (const column of [infinite, partly, same(null), same(Number.NaN), same(Number.POSITIVE_INFINITY)]) {
      await modelOf(each, { n: column, y });
      await modelOf(each, { n: column, c, y });
    }
  });

  it.each(without("namesOnly"))("may be missing as categories too (%s)", async (_name, each) => {
    const table: Columns = {
      c: same(null),
      d: d.map((value, row) => (row % 3 ? value : null)),
      y: [...targets[each.target]],
    };
    await modelOf(each, table, { ...run, types: { c: "categorical" } });
  });

  it.each(named(everyLearner.filter((each) => each.namesOnly)))(
    "are refused, and gaps too (%s)",
    async (_name, each) => {
      const y = targets[each.target];
      expect(await outcomeOf(each, { n, y })).toBe(
        'bad-column | cambium: id3 takes categories, and column "n" is numeric; if its numbers are names, pass types: { "n": "categorical" }; if they are amounts, cut them into bins by discretize(table, { columns: ["n"] }), or use c45',
      );
      expect(await outcomeOf(each, { c: put<string | null>(c, 1, null), y })).toBe(
        'missing-value | cambium: id3 has no rule for missing values, and column "c" has none in row 2; give them a category of their own, such as "unknown", or use c45',
      );
    },
  );
});

describe("a hundred thousand categories", () => {
  const many = Array.from({ length: 1e5 }, (_, row) => `id ${row}`);

  it("of a column, and of a target, are refused before any learning", async () => {
    const y = many.map((_, row) => (row % 2 ? "p" : "q"));
    expect(await failureOf(() => createDataset({ id: many, y }, { ...run, features: ["id"] }))).toBe(
      'too-large | cambium: column "id" has 100000 categories; at most 65535 are learned from. Leave it out: exclude: ["id"]',
    );
    expect(await failureOf(() => createDataset({ c: y, y: many }, run))).toBe(
      'too-large | cambium: target "y" has 100000 classes; at most 4096 are learned. If its values are numbers, pass task: "regression"',
    );
  });

  it.each(cases)("are too many, 2,000 are not (%s)", async (_name, each) => {
    const categories = many.slice(0, 2000);
    const y = categories.map((_, row) => targets[each.target][row % ROWS]);
    const model = await each.learner.fit({ id: categories, y }, { ...run, features: ["id"] });
    expect(model.predictScore({ id: ["id 3", "id 1999", "new"] }).every(Number.isFinite)).toBe(true);
  });
});
