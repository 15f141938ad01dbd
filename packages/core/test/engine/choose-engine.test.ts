import { readFileSync } from "node:fs";
import { createPacer } from "@cambium/kernels";
import { describe, expect, it } from "vitest";
import { engineNeeds } from "../../src/engine/engine-needs.ts";
import { chooseEngine } from "../../src/engine/open-engine.ts";
import type { EnginePlan } from "../../src/engine/tree-engine.ts";
import {
  absoluteError,
  absoluteErrorSplitter,
  boosting,
  cart,
  chiSquare,
  createDataset,
  depthGrower,
  entropy,
  exactSplitter,
  gini,
  histogramSplitter,
  leafGrower,
  maxDepth,
  newton,
  randomForest,
} from "../../src/index.ts";

const count = 60;
const x = Float64Array.from({ length: count }, (_, row) => row % 13);
const k = Array.from({ length: count }, (_, row) => "abc"[row % 3]);
const number = Float64Array.from(x, (value, row) => value + (row % 5));
const label = Array.from(number, (value) => (value > 8 ? "high" : "low"));

/** A plan for a numeric target that every engine supports, but for what is changed. */
async function planOf(changed: Partial<EnginePlan> = {}): Promise<EnginePlan> {
  const dataset = await createDataset({ x, k, number }, { target: "number" });
  const criterion = newton({ l2: 0 });
  const plan = {
    dataset,
    criterion,
    splitter: exactSplitter(),
    grower: depthGrower(),
    rules: [],
    pacer: createPacer(),
  };
  return { ...plan, ...changed };
}

const classes = () => createDataset({ x, k, label }, { target: "label" });

describe("the engine of a fit", () => {
  it("is the compiled one of its splitter", async () => {
    expect(chooseEngine(await planOf())).toEqual({ name: "exact", because: [] });
    expect(chooseEngine(await planOf({ splitter: histogramSplitter() }))).toEqual({ name: "binned", because: [] });
    const order = { monotone: Int8Array.of(1, 0), interactions: [[0]], grower: leafGrower(4) };
    const more = { gainFactors: Float64Array.of(1, 2), featuresPerLevel: 1, ...order };
    expect(chooseEngine(await planOf(more)).name).toBe("exact");
  });

  const own = { ...newton({ l2: 0 }), gain: () => 1 };
  it.each<[string, Partial<EnginePlan>, string]>([
    ["medians", { criterion: absoluteError(), splitter: absoluteErrorSplitter() }, "needs medians"],
    [
      "a splitter of one's own",
      { splitter: { ...exactSplitter(), tries: undefined } as never },
      "the splitter is your own",
    ],
    ["a grower of one's own", { grower: { name: "mine", grow: depthGrower().grow } }, "the grower is your own"],
    [
      "a rule of one's own",
      { rules: [{ stage: "before-split", name: "mine", allows: () => true }] },
      "pruning by mine is asked",
    ],
    ["a chi-square test", { rules: [chiSquare()] }, "pruning by"],
    ["someone who watches", { isWatched: true }, "onNode watches each node"],
    ["a criterion of one's own", { criterion: own }, "the criterion is your own"],
    ["surrogates", { maxSurrogates: 2 }, "surrogates are looked for"],
  ])("is the reference for %s, and says why", async (_what, changed, because) => {
    const choice = chooseEngine(await planOf(changed));
    expect(choice.name).toBe("reference");
    expect(choice.because).toEqual([expect.stringContaining(because)]);
  });

  it("is the reference for classes on bins that compiled loops do not have", async () => {
    const splitter = histogramSplitter();
    const choice = chooseEngine(await planOf({ dataset: await classes(), criterion: gini(), splitter }));
    expect(choice).toEqual({ name: "reference", because: ["compiled bins do not have gini on columns such as these"] });
    const byEntropy = chooseEngine(await planOf({ dataset: await classes(), criterion: entropy(), splitter }));
    expect(byEntropy.name).toBe("reference");
  });

  it("is the reference on bins for rules that are asked, for whoever watches, and for trees of too many nodes", async () => {
    const splitter = histogramSplitter();
    const { dataset } = await planOf();
    const huge = { ...dataset, rowCount: 2 ** 24 } as typeof dataset;
    const reasonsFor = async (changed: Partial<EnginePlan>) => chooseEngine(await planOf({ splitter, ...changed }));
    for (const [changed, because] of [
      [{ rules: [chiSquare()] }, "pruning by chiSquare is asked about each node"],
      [{ isWatched: true }, "onNode watches each node"],
      [{ dataset: huge }, "a tree may have more nodes than 2 GB hold"],
    ] as const) {
      expect(await reasonsFor(changed)).toEqual({ name: "reference", because: [because] });
    }
    const shallow = await reasonsFor({ dataset: huge, rules: [maxDepth(20)] });
    expect(shallow).toEqual({ name: "binned", because: [] });
  });

  it("is the reference where the host refuses the kernels", async () => {
    const because = ["this host refuses WebAssembly"];
    expect(chooseEngine(await planOf(), false)).toEqual({ name: "reference", because });
    const binned = await planOf({ splitter: histogramSplitter() });
    expect(chooseEngine(binned, false)).toEqual({ name: "reference", because });
  });

  it("gives all reasons where there are several", async () => {
    const { because } = chooseEngine(await planOf({ maxSurrogates: 2, isWatched: true }));
    expect(because).toEqual(["onNode watches each node", "surrogates are looked for"]);
  });

  it("stands in the report of a model, with the threads and the reason", async () => {
    const table = { x, number };
    const lastOf = async (
      learner: { fit: (table: object, run: never) => Promise<{ report: readonly string[] }> },
      threads = 1,
    ) => (await learner.fit(table, { target: "number", threads } as never)).report.at(-1);
    expect(await lastOf(cart())).toBe("the exact engine grew the tree on 1 thread");
    expect(await lastOf(randomForest({ trees: 3 }), 2)).toBe("the exact engine grew the trees on 2 threads");
    expect(await lastOf(boosting({ rounds: 2, splitter: "histogram" }), 2)).toBe(
      "the binned engine grew the trees on 2 threads",
    );
    expect(await lastOf(cart({ criterion: "absoluteError" }))).toMatch(
      /^the reference engine grew the tree on 1 thread, because the criterion .* needs medians$/,
    );
  });
});

describe("the table of what engines support", () => {
  it("stands in ARCHITECTURE as the code has it", () => {
    const page = readFileSync(new URL("../../../../ARCHITECTURE.md", import.meta.url), "utf8");
    const cell = (isLacking: boolean) => (isLacking ? "no" : "yes");
    const rows = engineNeeds.map(
      ({ what, lackedBy }) =>
        `| ${what} | ${cell(lackedBy.includes("exact"))} | ${cell(lackedBy.includes("binned"))} | yes |`,
    );
    expect(page).toContain(rows.join("\n"));
  });
});
