import * as cambium from "cambium";
import { describe, expect, test } from "vitest";
import { valueOfTypeScript } from "../../scripts/run-typescript.mjs";
import { higgsLike } from "../data/higgs-like.mjs";
import { ordersLike, ordersLikeCategories } from "../data/orders-like.mjs";
import { sensorsLike } from "../data/sensors-like.mjs";
import { sizesLike } from "../data/sizes-like.mjs";
import { loadCases } from "../harness/load-cases.mjs";
import { optionsSection } from "../harness/options-section.mjs";
import { learnerWith, OTHER_OPTIONS } from "../peers/other-options.mjs";
import { tableOf } from "../peers/table-of.mjs";

const benchCase = (await loadCases()).get("options");
const declared = await valueOfTypeScript(`
  import { adaBoostOptions, boostingOptions, cartOptions, extraTreesOptions, randomForestOptions } from "@cambium/core";
  const groups = { cart: cartOptions, randomForest: randomForestOptions, extraTrees: extraTreesOptions, adaBoost: adaBoostOptions, boosting: boostingOptions };
  console.log(JSON.stringify(groups));
`);

test("each option that a learner declares is there, and no other", () => {
  expect(Object.keys(OTHER_OPTIONS).sort()).toEqual(Object.keys(declared).sort());
  for (const [learner, options] of Object.entries(OTHER_OPTIONS)) {
    expect(Object.keys(options).sort(), learner).toEqual(Object.keys(declared[learner]).sort());
  }
});

test("each has a value that is not the default, but where others are refused", () => {
  for (const [learner, options] of Object.entries(OTHER_OPTIONS)) {
    for (const [option, ways] of Object.entries(options)) {
      const usual = JSON.stringify(declared[learner][option].default);
      const isRefused = learner === "extraTrees" && ["maxBins", "maxSurrogates"].includes(option);
      expect(ways.filter(({ text }) => text !== usual).length > 0, `${learner}, ${option}`).toBe(!isRefused);
    }
  }
});

test("each is compared with a rival of the same table", () => {
  const names = benchCase.rivals.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, against, data } of benchCase.rivals.filter((rival) => rival.against !== undefined)) {
    const other = benchCase.rivals.find((rival) => rival.name === against);
    expect(other?.data, `${name} against ${against}`).toEqual(data);
  }
});

const MAKERS = { "sensors-like": sensorsLike, "sizes-like": sizesLike, "orders-like": ordersLike };

/** Few rows of the table of a rival. */
function smallTable({ made, task, features, seed }) {
  const rows = 200;
  const { x, y } = (MAKERS[made] ?? higgsLike)({ rows, features, task, seed });
  const { columns } = tableOf(x, y, { rows, features }, rows);
  const named = columns.map((column, at) => [`x${at}`, column]);
  return { ...Object.fromEntries(named), y };
}

describe("each can be fitted", () => {
  test.each(benchCase.rivals.map((rival) => [rival.name, rival]))("%s", async (_, { data, work }) => {
    const categories = data.made === "orders-like" ? ordersLikeCategories : [];
    const types = Object.fromEntries(categories.map((at) => [`x${at}`, "categorical"]));
    const run = { target: "y", task: data.task, types, threads: 1, ...work.run };
    const fewer = { trees: 2, rounds: 2 };
    const few = Object.fromEntries(
      Object.entries(fewer).filter(([name]) => name in OTHER_OPTIONS[work.learner] && work.option !== name),
    );
    const model = await learnerWith(cambium, { ...work, beside: { ...few, ...work.beside } }).fit(
      smallTable(data),
      run,
    );
    expect(model.ensemble.trees.length).toBeGreaterThan(0);
  });
});

test("the time is held against that of the defaults, and more than twice of it needs a sentence", () => {
  const rivals = benchCase.rivals.filter(({ group }) => group === "cart(), classes");
  const turn = (rival, wallSeconds) => ({ rival, round: 1, wallSeconds });
  const said = optionsSection(
    { ...benchCase, rivals },
    {
      turns: [
        turn("cart, classes, defaults", 2),
        turn("cart, classes, maxDepth: 8", 1),
        turn("cart, classes, minGain: 0.001", 5),
        turn('cart, classes, missing: "surrogate"', 20),
        turn("cart, classes, maxSurrogates: 1", 10),
        { rival: "cart, classes, maxBins: 63", round: 1, problem: "it failed" },
      ],
    },
  );
  expect(said).toContain("**cart(), classes**");
  expect(said).toContain("| the defaults | 2 (2 – 2) |  |  |");
  expect(said).toContain("| maxDepth: 8 | 1 (1 – 1) | 0.50 | ≤ 2 |");
  expect(said).toContain("| minGain: 0.001 | 5 (5 – 5) | 2.50 | **> 2, and nothing says why** |");
  expect(said).toMatch(/\| missing: "surrogate" \| 20 \(20 – 20\) \| 10\.00 \| > 2: each split looks for /);
  expect(said).toContain("| maxSurrogates: 1 | 10 (10 – 10) | 0.50 | ≤ 2 |");
  expect(said).toContain("| maxBins: 63 | it failed |  |  |");
});
