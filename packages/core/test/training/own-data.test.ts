import { describe, expect, it } from "vitest";
import {
  boosting,
  CambiumError,
  cart,
  createDataset,
  crossValidate,
  gridSearch,
  type Learner,
  type Model,
  randomForest,
  randomSearch,
  reducedError,
  refreshLeaves,
  type TableLike,
  trainTestSplit,
} from "../../src/index.ts";
import { digest } from "../support/digest.ts";
import { everyLearner, named, type TargetOf } from "../support/every-learner.ts";
import { failureOf } from "../support/failure-of.ts";
import { inManyTurns } from "../support/in-many-turns.ts";

const ROWS = 90;

/** Columns of every kind of array, always the same values in memory of their own. */
function columnsFor(target: TargetOf, namesOnly = false, shift = 0) {
  const at = <T>(of: (row: number) => T) => Array.from({ length: ROWS }, (_, row) => of(row + shift));
  const small = at((row) => (row * 7919) % 101);
  const classes = target === "classes" ? ["a", "b", "c"] : ["a", "b"];
  return {
    word: at((row) => ["red", "green", "blue", "grey"][(row * 31) % 4]),
    other: at((row) => `${(row * 13) % 5}`),
    ...(!namesOnly && {
      double: Float64Array.from(small, (value, row) => value / 7 + row / 3),
      single: Float32Array.from(small, (value) => -1 - value),
      whole: Int32Array.from(small, (value) => value % 9),
      plain: at((row) => Math.sqrt((row * 17) % 23)),
    }),
    y: target === "numbers" ? Float64Array.from(small) : small.map((value) => classes[value % classes.length]),
    weight: Float64Array.from(small, (value) => 1 + (value % 3)),
  };
}

type Columns = ReturnType<typeof columnsFor>;
type Meddler = (columns: object) => void;

/** Puts other values into every array. */
const mutate: Meddler = (columns) => {
  for (const values of Object.values(columns)) {
    for (let row = 0; row < values.length; row++) values[row] = typeof values[row] === "string" ? "blue" : 5;
  }
};

/** Gives the memory of typed arrays away, as a message to a worker does. */
const detach: Meddler = (columns) => {
  const buffers = Object.values(columns).flatMap((values) => (ArrayBuffer.isView(values) ? [values.buffer] : []));
  structuredClone(buffers, { transfer: buffers as ArrayBuffer[] });
};

const meddlers: [string, Meddler][] = [
  ["change", mutate],
  ["lose their memory", detach],
];
const turns = [0, 1, 2, 5, 11, 23, 48];

const tableLike = (columns: Columns): TableLike => ({
  rowCount: ROWS,
  columnNames: Object.keys(columns),
  column: (name) => columns[name as keyof Columns] as ArrayLike<unknown>,
});

describe("the caller's arrays", () => {
  it.each(named(everyLearner))("may change while %s is fitted", async (_, { learner, target, namesOnly }) => {
    const make = () => columnsFor(target, namesOnly);
    const run = { target: "y", weight: "weight" };
    const expected = digest(await learner.fit(make(), run));
    for (const [index, turn] of turns.entries()) {
      const columns = make();
      const input = [columns, new Map(Object.entries(columns)), tableLike(columns)][index % 3];
      const meddle = meddlers[(index + learner.name.length) % 2][1];
      const model = await inManyTurns(
        () => learner.fit(input as Columns, run),
        turn,
        () => meddle(columns),
      );
      expect(digest(model)).toBe(expected);
    }
  });

  describe.each(meddlers)("that %s", (_, meddle) => {
    /** The result without a disturbance, and with one at each of the turns. */
    async function expectSame(
      make: () => Columns[],
      run: (...tables: Columns[]) => Promise<unknown>,
      between: readonly number[] = turns,
    ) {
      const expected = await run(...make());
      for (const turn of between) {
        const tables = make();
        const found = await inManyTurns(
          () => run(...tables),
          turn,
          () => tables.forEach(meddle),
        );
        expect(found).toEqual(expected);
      }
    }

    it("leave a dataset and its bins alone", () =>
      expectSame(
        () => [columnsFor("numbers")],
        async (table) => (await createDataset(table, { target: "y", maxBins: 8, threads: 1 })).toBytes(),
      ));

    it("leave what is measured on validation sets alone", () =>
      expectSame(
        () => [columnsFor("pairs"), columnsFor("pairs", false, 40), columnsFor("pairs", false, 60)],
        async (table, near, far) => {
          const learner = boosting({ rounds: 6, maxDepth: 3, earlyStopping: { patience: 2, set: "far" } });
          const validation = { near, far };
          const metrics = ["accuracy" as const];
          const model = await learner.fit(table, { target: "y", weight: "weight", validation, metrics });
          return [digest(model), model.learningCurve];
        },
      ));

    it("leave pruning by a validation set alone", () =>
      expectSame(
        () => [columnsFor("classes"), columnsFor("classes", false, 40)],
        async (table, validation) =>
          digest(await cart({ prune: reducedError() }).fit(table, { target: "y", validation })),
      ));

    it("leave folds alone", () =>
      expectSame(
        () => [columnsFor("classes")],
        (table) => {
          const group = table.whole as Int32Array;
          return crossValidate(cart(), table, {
            target: "y",
            folds: 3,
            group,
            weight: table.weight,
            predictions: true,
          });
        },
      ));

    it("leave a search alone", () =>
      expectSame(
        () => [columnsFor("numbers")],
        async (table) => {
          const make = ({ depth }: { depth: number }): Learner<Model> => cart({ maxDepth: depth });
          const options = { target: "y", folds: 2, refit: true };
          const { trials, model } = await gridSearch(make, { depth: [1, 3] }, table, options);
          return [trials, digest(model as Model)];
        },
        [0, 3, 30],
      ));

    it("leave a search by chance alone", () =>
      expectSame(
        () => [columnsFor("numbers")],
        async (table) => {
          const make = ({ depth }: { depth: number }): Learner<Model> => cart({ maxDepth: depth });
          return (await randomSearch(make, { depth: [1, 2, 3] }, table, { target: "y", folds: 2, trials: 2 })).trials;
        },
        [0, 3, 30],
      ));

    it("leave a weight for each row alone", () =>
      expectSame(
        () => [columnsFor("numbers")],
        async ({ weight, ...table }) =>
          digest(await cart().fit(table, { target: "y", weight: weight as Float64Array })),
      ));

    it("leave refreshed leaves alone", async () => {
      const learner = boosting({ rounds: 4, maxDepth: 3 });
      const model = await learner.fit(columnsFor("numbers"), { target: "y" });
      await expectSame(
        () => [columnsFor("numbers", false, 50)],
        async (table) => digest(await refreshLeaves(model, table, { weight: "weight" })),
      );
    });
  });

  it("may change in the options as well", async () => {
    const learner = () => {
      const given = { classWeights: { a: 2, b: 1 }, prune: [] as never[], monotone: { double: 1 as const } };
      return { given, learner: boosting({ rounds: 4, maxDepth: 3, ...given }) };
    };
    const columns = columnsFor("pairs");
    const expected = digest(await learner().learner.fit(columns, { target: "y" }));
    const one = learner();
    const features = Object.keys(columns).filter((name) => name !== "y");
    const model = await inManyTurns(
      () => one.learner.fit(columns, { target: "y", features }),
      1,
      () => {
        one.given.classWeights.a = 9;
        Object.assign(one.given.monotone, { nobody: 1 });
        features.splice(0, 4);
      },
    );
    expect(digest(model)).toBe(expected);
  });
});

describe("row objects", () => {
  const rowsOf = (columns: Columns) =>
    Array.from({ length: ROWS }, (_, row) =>
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, (values as ArrayLike<unknown>)[row]])),
    );

  it("may change from the first report of progress on", async () => {
    const learner = boosting({ rounds: 5, maxDepth: 3 });
    const fitted = (rows: Record<string, unknown>[], validation: Record<string, unknown>[], onRound: () => void) =>
      inManyTurns(
        () => learner.fit(rows, { target: "y", validation, onRound }),
        0,
        () => {},
      );
    const make = () => [rowsOf(columnsFor("numbers")), rowsOf(columnsFor("numbers", false, 33))];
    const [rows, validation] = make();
    const expected = await fitted(rows, validation, () => {});
    const [changed, measured] = make();
    const found = await fitted(changed, measured, () => {
      for (const row of [...changed, ...measured]) Object.assign(row, { double: 3, word: "blue", y: 0 });
      changed.length = 0;
      measured.length = 0;
    });
    expect(digest(found)).toBe(digest(expected));
    expect(found.learningCurve).toEqual(expected.learningCurve);
  });

  it("may change once their dataset is there", async () => {
    const rows = rowsOf(columnsFor("classes"));
    const dataset = await createDataset(rows, { target: "y" });
    const expected = dataset.toBytes();
    for (const row of rows) Object.assign(row, { double: 3, word: "blue" });
    expect(dataset.toBytes()).toEqual(expected);
  });
});

describe("arrays that are lent", () => {
  it("are not copied", async () => {
    const columns = columnsFor("numbers");
    const dataset = await createDataset(columns, { target: "y", lend: true });
    const values = dataset.columns.map((column) => column.kind === "numeric" && column.values);
    expect(values).toContain(columns.double);
    expect(values).toContain(columns.single);
    const copied = await createDataset(columns, { target: "y" });
    expect(copied.columns.map((column) => column.kind === "numeric" && column.values)).not.toContain(columns.double);
    expect(copied.toBytes()).toEqual(dataset.toBytes());
  });

  it("are not those of a part of a split: its columns are copied before the fit returns its promise", async () => {
    const bytesOf = async (isDetached: boolean) => {
      const columns = columnsFor("numbers");
      const { train } = trainTestSplit(columns, { seed: 1 });
      const fit = boosting({ rounds: 2 }).fit(train, { target: "y", lend: true });
      if (isDetached) detach(columns);
      return (await fit).toBytes();
    };
    expect(await bytesOf(true)).toEqual(await bytesOf(false));
  });

  it.each(named(everyLearner))("end %s with an error where their memory goes", async (_, each) => {
    const { learner, target, namesOnly } = each;
    if (namesOnly) return;
    for (const turn of turns) {
      const columns = columnsFor(target);
      const fit = inManyTurns(
        () => learner.fit(columns, { target: "y", lend: true }),
        turn,
        () => detach(columns),
      );
      // It may be done before the turn has come.
      const error: unknown = await fit.then(
        () => null,
        (reason) => reason,
      );
      if (error === null) expect(turn).toBeGreaterThan(0);
      else {
        expect(error).toBeInstanceOf(CambiumError);
        expect((error as Error).message).toMatch(/column "(double|single|whole|y)" has no values any more/);
      }
    }
  });

  it("end folds, searches and fits of a lent dataset with that error, too", async () => {
    const gone = /^bad-table \| cambium: .*column "\w+" has no values any more: the memory/;
    const runs: ((columns: Columns) => Promise<unknown>)[] = [
      (columns) => crossValidate(randomForest({ trees: 3 }), columns, { target: "y", lend: true }),
      (columns) => gridSearch(() => cart(), { a: [1] }, columns, { target: "y", lend: true }),
      (columns) => boosting().fit(columnsFor("numbers"), { target: "y", lend: true, validation: columns }),
    ];
    for (const run of runs) {
      const columns = columnsFor("numbers");
      expect(
        await failureOf(() =>
          inManyTurns(
            () => run(columns),
            1,
            () => detach(columns),
          ),
        ),
      ).toMatch(gone);
    }
    const columns = columnsFor("numbers");
    const dataset = await createDataset(columns, { target: "y", lend: true });
    detach(columns);
    expect(await failureOf(() => cart().fit(dataset))).toMatch(gone);
  });
});

describe("arrays without memory", () => {
  it("are named", async () => {
    const columns = columnsFor("numbers");
    const { whole } = columns;
    detach({ whole });
    const expected =
      'bad-table | cambium: column "whole" has no values any more: the memory of its array was given away (transferred); pass a copy, or transfer it later';
    expect(await failureOf(() => cart().fit(columns, { target: "y" }))).toBe(expected);
    expect(await failureOf(() => createDataset(tableLike(columns), { target: "y" }))).toBe(expected);
    expect(await failureOf(() => crossValidate(cart(), columns, { target: "y" }))).toBe(expected);
    const { whole: _, ...rest } = columns;
    expect(await failureOf(async () => (await cart().fit(rest, { target: "y" })).predict(columns))).toBe(expected);
  });

  it("are no matter in columns that nobody reads", async () => {
    const columns = columnsFor("numbers");
    detach({ whole: columns.whole });
    const model = await cart().fit(tableLike(columns), { target: "y", features: ["double"] });
    expect(model.features).toHaveLength(1);
  });

  it("may be shared with others, and are copied like any", async () => {
    const columns = columnsFor("numbers");
    const shared = new Float64Array(new SharedArrayBuffer(8 * ROWS));
    shared.set(columns.double as Float64Array);
    const expected = digest(await cart().fit(columns, { target: "y" }));
    const model = await inManyTurns(
      () => cart().fit({ ...columns, double: shared }, { target: "y" }),
      1,
      () => shared.fill(0),
    );
    expect(digest(model)).toBe(expected);
  });
});
