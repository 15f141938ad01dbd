import {
  atOnce,
  type BoostingOptions,
  boosting,
  CambiumError,
  configureKernels,
  initialScoreOf,
  type Loss,
  loadModel,
  logistic,
  type Model,
  squaredError,
} from "@cambium/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { absoluteError, defineLoss, pseudoHuber, squaredLogError } from "../../src/index.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  configureKernels({});
});

/** More rows than one task has, and an odd number of them. */
const ROWS = 33_001;
const column = (scale: number) => Float64Array.from({ length: ROWS }, (_, row) => Math.fround(Math.sin(row * scale)));
const x = column(1.37);
const z = column(0.071);
const noise = column(7.9);
const numbers = x.map((value, row) => 3 * value + z[row] * z[row] + noise[row] / 2);
const table = { x, z, y: numbers, w: Float64Array.from({ length: ROWS }, (_, row) => (row * 7) % 4) };
const classes = { ...table, y: numbers.map((value) => (value > 0.7 ? 1 : 0)) };

const logOfOdds = defineLoss({
  value: "log(1 + exp(s)) - y * s",
  task: "classification",
  initialScore: "log(mean / (1 - mean))",
});
const halfSquare = defineLoss({ value: "(s - y)^2 / 2" });
const marginOf = { value: "log(1 + exp(-y * s))", task: "classification" } as const;
const margin = defineLoss({ ...marginOf, labels: [-1, 1] });
const pinball = defineLoss({
  value: "where(y > s, level * (y - s), (1 - level) * (s - y))",
  hessian: "1",
  parameters: { level: 0.8 },
});
const hinge = defineLoss({ value: "max(0, 1 - y * s)^1.5", task: "classification", labels: [-1, 1] });
const steeper = defineLoss({ value: "(s - y)^2 + max(0, s - y)^1.5" });
const poisson = defineLoss({ value: "exp(s) - y * s", link: "exp", target: "y > -10", initialScore: 0 });

const losses: [string, Loss, object][] = [
  ["logistic", logOfOdds, classes],
  ["logistic of -1 and 1", margin, classes],
  ["squared error", halfSquare, table],
  ["pinball", pinball, table],
  ["a power of the hinge", hinge, classes],
  ["squares and a power of what is too much", steeper, table],
  ["Poisson", poisson, { ...table, y: numbers.map((value) => Math.max(0, Math.round(value))) }],
];

const forms: [string, BoostingOptions][] = [
  ["all rows", {}],
  ["sampled rows", { rowSample: 0.5, seed: 3 }],
];

function modelOf(loss: Loss, data: object, options: BoostingOptions = {}, run: object = {}): Promise<Model> {
  const learner = boosting({ loss, rounds: 6, maxDepth: 4, splitter: "histogram", ...options });
  return learner.fit(data as typeof table, { target: "y", task: loss.task, features: ["x", "z"], ...run });
}

/** What a model says of all rows, before the link. */
const scoresOf = (model: Model, data: object) => (model.predictScore as (table: object) => Float64Array)(data);

describe("a defined loss gives the same bytes", () => {
  describe.each(losses)("%s", (_, loss, data) => {
    it.each(forms)("compiled, interpreted and on any number of threads, with weights, by %s", async (_, options) => {
      const bytesOf = async (threads: number) =>
        (await modelOf(loss, data, options, { weight: "w", threads })).toBytes();
      const alone = await bytesOf(1);
      for (const threads of [2, 3]) expect(await bytesOf(threads)).toEqual(alone);
      configureKernels({ module: null });
      expect(await bytesOf(2)).toEqual(alone);
    });
  });

  it("where no score is kept, on sorted columns", async () => {
    const few = Object.fromEntries(Object.entries(classes).map(([name, values]) => [name, values.slice(0, 2000)]));
    const bytesOf = async () => (await modelOf(margin, few, { splitter: "exact" }, { weight: "w" })).toBytes();
    const compiled = await bytesOf();
    configureKernels({ module: null });
    expect(await bytesOf()).toEqual(compiled);
  });

  it("for rows in any order", async () => {
    const order = [...x.keys()].sort((a, b) => z[a] - z[b] || a - b);
    const shuffled = Object.fromEntries(
      Object.entries(table).map(([name, values]) => [name, Float64Array.from(order, (row) => values[row])]),
    );
    const bytes = (await modelOf(pinball, table, {}, { weight: "w" })).toBytes();
    expect((await modelOf(pinball, shuffled, {}, { weight: "w", threads: 2 })).toBytes()).toEqual(bytes);
  });
});

describe("a copy of a built-in loss", () => {
  it.each<[string, Loss, Loss, object]>([
    ["logistic", logOfOdds, logistic(), classes],
    ["squared error", defineLoss({ value: "(s - y)^2 / 2", initialScore: "mean" }), squaredError(), table],
  ])("has the trees and the initial score of %s, to the bit", async (_, copy, builtIn, data) => {
    const [own, known] = [
      await modelOf(copy, data, {}, { weight: "w" }),
      await modelOf(builtIn, data, {}, { weight: "w" }),
    ];
    expect(own.ensemble).toEqual(known.ensemble);
  });

  it.each<[string, Loss, Loss, object]>([
    ["logistic of -1 and 1", margin, logistic(), classes],
    ["squared error", halfSquare, squaredError(), table],
  ])("predicts the same where its initial score is found, to 10^-12: %s", async (_, copy, builtIn, data) => {
    const [own, known] = [await modelOf(copy, data), await modelOf(builtIn, data)];
    const [found, expected] = [scoresOf(own, data), scoresOf(known, data)];
    for (let row = 0; row < ROWS; row++) expect(Math.abs(found[row] - expected[row])).toBeLessThan(1e-12);
  });
});

describe("a host that compiles no loss", () => {
  it("is told of in the report, and trains the same model on one thread and on two", async () => {
    const compiled = await modelOf(margin, classes);
    const { WebAssembly: host } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): object } };
    const refuse = (bytes: Uint8Array) =>
      bytes.length < 10_000 ? Promise.reject(new Error("blocked by the policy of this page")) : host.compile(bytes);
    vi.stubGlobal("WebAssembly", Object.assign(Object.create(host), { compile: refuse }));
    for (const threads of [1, 2]) {
      const model = await modelOf(margin, classes, {}, { threads });
      expect(model.toBytes()).toEqual(compiled.toBytes());
      expect(model.report).toContain(
        "gradients were computed in plain JavaScript, on one thread, because this host did not compile the loss: " +
          "blocked by the policy of this page",
      );
    }
    expect(compiled.report.join()).not.toContain("plain JavaScript");
  });
});

it.each([
  ["what is too much", "(s - y)^2 + max(0, s - y)^1.5", "(s - y)^2 + where(s > y, (s - y)^1.5, 0)"],
  ["a hinge", "s^2 / 2 + max(0, 1 - y * s)^1.5", "s^2 / 2 + where(y * s < 1, (1 - y * s)^1.5, 0)"],
])("a power of %s by max has the trees of that by where", async (_, value, same) => {
  const [model, expected] = [
    await modelOf(defineLoss({ value }), table),
    await modelOf(defineLoss({ value: same }), table),
  ];
  const [scores, known] = [scoresOf(model, table), scoresOf(expected, table)];
  for (let row = 0; row < ROWS; row++) expect(Math.abs(scores[row] - known[row])).toBeLessThan(1e-9);
});

describe("the best constant", () => {
  it.each<[string, string, number[], number]>([
    ["far away", "(s - y)^2", [1e9, 1e9 + 2], 1e9 + 1],
    ["below 0", "(s - y)^2", [-3, -5], -4],
    ["at 0", "(s - y)^2", [-1, 1], 0],
    ["of what is no number on the other side", "s - y * log(s + 1)", [1, 3], 1],
    ["of numbers that overflow", "exp(s) - y * s", [1e6, 1e6], Math.log(1e6)],
  ])("is found %s", (_, value, values, best) => {
    const target = { task: "regression", name: "y", values: Float64Array.from(values), weights: null } as const;
    const loss = defineLoss({ value });
    expect(atOnce(initialScoreOf(loss, target))).toBeCloseTo(best, 6);
  });

  it.each([
    ["a formula", () => defineLoss({ value: "2 * (sqrt(1 + (s - y)^2) - 1)" })],
    ["a built-in loss", pseudoHuber],
    ["a loss of medians", absoluteError],
    ["a loss of logarithms", squaredLogError],
  ])("of %s is looked for in turns, which come to the same as at once", (_, make) => {
    const values = Float64Array.from({ length: 150_000 }, (_value, row) => Math.sin(row) ** 2);
    const weights = Float64Array.from({ length: 150_000 }, (_value, row) => row % 3);
    const target = { task: "regression", name: "y", values, weights } as const;
    const search = initialScoreOf(make(), target);
    let turns = 0;
    let step = search.next();
    for (; !step.done; step = search.next()) turns++;
    expect(turns).toBeGreaterThan(10);
    const turned = { ...target, values: values.slice().reverse(), weights: weights.slice().reverse() };
    expect(step.value).toBe(atOnce(initialScoreOf(make(), turned)));
  });

  it("is found thirty doublings away", () => {
    const target = { task: "regression", name: "y", values: Float64Array.of(1e9, 1e9 + 2), weights: null } as const;
    const loss = defineLoss({ value: "sqrt(1 + (s - y)^2)", hessian: "1" });
    expect(atOnce(initialScoreOf(loss, target))).toBeCloseTo(1e9 + 1, 6);
  });

  it("is the same whatever all rows weigh", () => {
    const weights = Float64Array.of(2 ** 60, 2 ** 60);
    const target = { task: "regression", name: "y", values: Float64Array.of(1, 3), weights } as const;
    expect(atOnce(initialScoreOf(halfSquare, target))).toBeCloseTo(2, 9);
  });

  it("of a single class leaves a millionth of the slope, and is finite", () => {
    const loss = defineLoss({ value: "log(1 + exp(s)) - y * s", task: "classification" });
    for (const code of [0, 1]) {
      const codes = Int32Array.of(code, code);
      const target = { task: "classification", name: "y", codes, classes: [0, 1], weights: null } as const;
      const score = (2 * code - 1) * atOnce(initialScoreOf(loss, target));
      expect(1 / (1 + Math.exp(score))).toBeLessThan(2 ** -20);
      expect(score).toBeLessThan(1000);
    }
  });

  it("may be told by the mean of the labels, and has to be a number", () => {
    const codes = Int32Array.of(0, 1, 1, 1);
    const target = { task: "classification", name: "y", codes, classes: ["a", "b"], weights: null } as const;
    const start = (initialScore: string) =>
      atOnce(initialScoreOf(defineLoss({ ...marginOf, initialScore, labels: [-2, 2] }), target));
    expect(start("mean")).toBe(1);
    expect(() => start("log(mean - 1)")).toThrow(
      "defineLoss: initialScore is -Infinity where the mean of the target is 1",
    );
  });

  it("is told to be missing where a loss falls without end", () => {
    const target = { task: "regression", name: "y", values: Float64Array.of(1, 2), weights: null } as const;
    const loss = defineLoss({ value: "-(s - y)^2 - s", hessian: "1" });
    expect(() => atOnce(initialScoreOf(loss, target))).toThrow(
      "none was found where it is least; pass initialScore, or look at the sign of value",
    );
  });
});

describe("a loss that has no slope at the score of 0", () => {
  const textbookPoisson = "y * log(y / exp(s)) - y + exp(s)";

  it("is told by the first such row, and its target", async () => {
    const fitting = boosting({ loss: defineLoss({ value: textbookPoisson, link: "exp" }) }).fit(
      { x: [1, 2, 3, 4], sold: [2, 1, 0, 0] },
      { target: "sold" },
    );
    await expect(fitting).rejects.toThrow(
      'defineLoss: the loss has the slope NaN in row 3, where target "sold" is 0 and the score is 0; write it so that it has one, ' +
        "refuse such targets by target, or pass initialScore if only the score is wrong",
    );
  });

  it("is told by its class where there are classes", async () => {
    const loss = defineLoss({ value: `${textbookPoisson} + s^2`, task: "classification", labels: [1, 0] });
    const fitting = boosting({ loss }).fit({ x: [1, 2, 3], y: ["ham", "ham", "spam"] }, { target: "y" });
    await expect(fitting).rejects.toThrow('has the slope NaN in row 3, where target "y" is spam and the score is 0;');
  });

  it("trains where initialScore is passed, if only that score was wrong", async () => {
    const value = "s - y * log(s)";
    const trained = (options: object) =>
      boosting({ loss: defineLoss({ value, ...options }), rounds: 1 }).fit(
        { x: [1, 2, 3, 4], y: [1, 2, 3, 9] },
        { target: "y" },
      );
    await expect(trained({})).rejects.toThrow("has the slope -Infinity in row 1");
    await expect(trained({ initialScore: "mean" })).resolves.toBeDefined();
  });
});

it.each(["exact", "histogram"] as const)(
  "a loss whose scores run away is told by its row and round: %s",
  async (splitter) => {
    const steep = defineLoss({ name: "steep", value: "1e6 * (s - y)^2", hessian: "1", target: "y < 9" });
    const run = () =>
      boosting({ loss: steep, splitter, rounds: 99, learningRate: 1, maxDepth: 3 }).fit(table, { target: "y" });
    await expect(run()).rejects.toThrow(
      /^cambium: boosting: the loss steep has the gradient -?\d\.\d+e\+7\d in row \d+ of round 1\d; expected a size of at most 2\^250: the scores run away; lower the learningRate, or look at its derivatives$/,
    );
  },
);

/** Products that are short, and whose derivatives are not. */
const productOf = (count: number) => Array.from({ length: count }, (_, i) => `sigmoid(s*${i + 2})`).join("*");

describe("an expression that is wrong as a whole", () => {
  it.each<[string, string, object, string]>([
    ["a hessian of 0", "hessian", { value: "abs(s - y)", hessian: "0" }, "is 0 everywhere, and gives no Newton step"],
    ["a hessian below 0", "hessian", { value: "abs(s - y)", hessian: "-1" }, "is -1 everywhere"],
    ["a gradient of one number", "gradient", { value: "abs(s - y)", gradient: "3" }, "is 3 for every score s"],
    [
      "a gradient without a derivative",
      "gradient",
      { value: "s^2", gradient: "sign(s - y)" },
      'has a derivative of 0 by the score s everywhere, and no Newton step; pass hessian: "1"',
    ],
    [
      "a value without a curve",
      "value",
      { value: "abs(s - y)" },
      'has a second derivative of 0 by the score s everywhere, and no Newton step; pass hessian: "1"',
    ],
    ["a value of one slope", "value", { value: "3 * s", hessian: "1" }, "has the same slope by the score s everywhere"],
    ["a value of too long derivatives", "value", { value: productOf(250) }, "; pass gradient and hessian"],
    ["a gradient of too long a derivative", "gradient", { value: "s^2", gradient: productOf(250) }, "; pass hessian"],
  ])("has the caret under the option it came from: %s", (_, option, definition, what) => {
    const define = () => defineLoss(definition as Parameters<typeof defineLoss>[0]);
    const text = (definition as Readonly<Record<string, string>>)[option];
    expect(define).toThrow(CambiumError);
    expect(define).toThrow(`defineLoss: ${option}: `);
    expect(define).toThrow(what);
    // What is shown of it, and all of that is underlined.
    expect(define).toThrow(`\n  ${text}\n  ${"^".repeat(text.length)}`);
  });
});

describe("a definition", () => {
  it("is saved as it was written", async () => {
    const model = await modelOf(margin, classes, { rounds: 1 });
    const named = defineLoss({ name: "mine", value: "k * (s - y)^2", parameters: { k: 2 }, target: "y > -99" });
    expect(loadModel(model.toBytes()).loss).toEqual({
      name: "expression",
      parameters: { value: "log(1 + exp(-y * s))", labels: "-1 1" },
    });
    expect(named.spec).toEqual({ name: "mine", parameters: { value: "k * (s - y)^2", k: 2, target: "y > -99" } });
  });

  it("says what it knows of its second derivative", () => {
    expect(halfSquare).toMatchObject({ constantHessian: true, curvature: "exact", startsAtBest: true });
    expect(pinball).toMatchObject({ constantHessian: true, curvature: "bound" });
    expect(logOfOdds).toMatchObject({ constantHessian: false, curvature: "exact", startsAtBest: false });
  });

  it("takes 0 for a second derivative below 0", () => {
    const gradients = new Float64Array(1);
    const hessians = new Float64Array(1);
    const target = { task: "regression", name: "y", values: Float64Array.of(0), weights: null } as const;
    const cauchy = defineLoss({ value: "log(1 + (s - y)^2)" });
    cauchy.derivatives(target, Float64Array.of(3), gradients, hessians, 0, 1);
    expect([gradients[0], hessians[0]]).toEqual([0.6, 0]);
  });

  it("is refused by boosting where its compiled derivatives are none", () => {
    const broken = { ...halfSquare, kernel: { module: "(module)" } } as unknown as Loss;
    expect(() => boosting({ loss: broken })).toThrow(
      "boosting: the loss has kernel an object; expected the name of a built-in one, or { module }",
    );
  });

  it("names the first row whose target is none for it", async () => {
    const loss = defineLoss({ value: "exp(s) - y * s", target: "y >= 0 && y <= most", parameters: { most: 9 } });
    const fitting = boosting({ loss }).fit({ x: [1, 2, 3], y: [1, 10, -1] }, { target: "y" });
    await expect(fitting).rejects.toThrow('target "y" is 10 in row 2; the loss expects y >= 0 && y <= most');
  });

  it("names the class that is none for it, as the table has it", async () => {
    const loss = defineLoss({ ...marginOf, target: "y == 1" });
    const fitting = boosting({ loss }).fit({ x: [1, 2], y: ["no", "yes"] }, { target: "y" });
    await expect(fitting).rejects.toThrow('target "y" is no in row 1; the loss expects y == 1');
  });

  it.each<[string, object, string]>([
    ["no value", {}, "defineLoss: value is missing"],
    ["a value that is no text", { value: 1 }, "defineLoss: value expects an expression, got 1"],
    ["an unknown option", { value: "s", hessain: "1" }, 'did you mean "hessian"?'],
    ["a slope that never changes", { value: "3 * s" }, "has the same slope by the score s everywhere (3)"],
    ["no score", { value: "y^2" }, "has the same slope by the score s everywhere (0)"],
    [
      "no curve",
      { value: "abs(s - y)" },
      'has a second derivative of 0 by the score s everywhere, and no Newton step; pass hessian: "1"',
    ],
    ["a parameter that is taken", { value: "s^2", parameters: { s: 1 } }, 'no parameter can be called "s"'],
    [
      "a parameter that is another part of the spec",
      { value: "s^2", parameters: { target: 1 } },
      'no parameter can be called "target"',
    ],
    [
      "a parameter of a prototype",
      { value: "s^2", parameters: JSON.parse('{"__proto__": 1}') },
      'no parameter can be called "__proto__"',
    ],
    [
      "a parameter that is no number",
      { value: "s^2", parameters: { a: "1" } },
      'parameter "a" expects a finite number',
    ],
    ["a wrong gradient", { value: "s^2", gradient: "2 * z" }, "defineLoss: gradient: there is no name"],
    ["a target by the score", { value: "s^2", target: "s > 0" }, 'defineLoss: target: there is no name "s"'],
    ["a target that is a number", { value: "s^2", target: "y" }, "expected a condition"],
    [
      "a link that gives two classes no probabilities",
      { value: "softplus(s) - y*s", task: "classification", link: "exp" },
      'link: the scores of two classes become probabilities by "logistic", not by "exp"; leave it out',
    ],
    ["equal labels", { value: "s^2", labels: [1, 1] }, "labels expects two different numbers"],
    ["labels without end", { value: "s^2", labels: [0, Number.POSITIVE_INFINITY] }, "labels expects two different"],
    ["a start that is none", { value: "s^2", initialScore: Number.NaN }, "initialScore expects a finite number or an"],
    ["derivatives without end", { value: productOf(250) }, "comes to more than 4000 operations"],
  ])("is refused with %s", (_, definition, message) => {
    const define = () => defineLoss(definition as Parameters<typeof defineLoss>[0]);
    expect(define).toThrow(CambiumError);
    expect(define).toThrow(message);
  });
});
