import type { Dataset } from "../../dataset/dataset.ts";
import { withDefaults } from "../../util/option.ts";
import { choiceText, type OptionsInForce, optionsInForce } from "../options/options-in-force.ts";
import { type BoostingOptions, boostingOptions } from "./boosting-options.ts";
import { type BoostingPlan, usualDepth, usualL2 } from "./boosting-plan.ts";
import { categoricalOf, columnShares } from "./column-limits.ts";

/** All options of boosting with the values that a fit used; and what depended on the data or on other options, in sentences. */
export function boostingInForce(
  options: BoostingOptions,
  dataset: Dataset,
  plan: BoostingPlan,
): { readonly inForce: OptionsInForce; readonly choices: readonly string[] } {
  const { columns, target } = dataset;
  const { order, maxLeaves } = options;
  const given = withDefaults(boostingOptions, options);
  const { loss, initialScores, stopping } = plan;
  const { grower, splitter } = plan.engine;
  const { tree, level, node } = columnShares(options, columns.length);
  const l2 = options.l2 ?? usualL2(order);
  const maxDepth = options.maxDepth ?? usualDepth(options);
  const categorical = categoricalOf(options.categorical, columns);
  const isBinned = splitter.name === "histogram";
  const choices: string[] = [];
  const tell = (isChosen: boolean, name: keyof BoostingOptions, value: unknown, because: string) => {
    const isAutomatic = options[name] === undefined || options[name] === "auto";
    if (isAutomatic && isChosen) choices.push(choiceText(name, value, `because ${because}`));
  };
  const found = target.task === "classification" ? `${target.classes.length} classes` : "numbers";
  const limit = maxLeaves === undefined ? "prune" : "maxLeaves";
  tell(true, "loss", loss.spec.name, `the target has ${found}`);
  tell(maxDepth === Number.POSITIVE_INFINITY, "maxDepth", maxDepth, `${limit} limits the size of a tree`);
  tell(grower.name === "leaf", "growth", "leaf", `${limit} limits the leaves of a tree`);
  tell(order === 1, "l2", l2, "order is 1");
  tell(node !== 1, "columnSample", { node }, `there are ${columns.length} columns`);
  tell(true, "splitter", splitter.name, whyOf(dataset, options));
  tell(categorical !== null, "categorical", categorical, "some columns have categories");
  const inForce = optionsInForce(boostingOptions, options, {
    ...{ loss, l2, maxDepth, categorical, earlyStopping: stopping, splitter: splitter.name },
    gainFactors: given.gainFactors ?? null,
    classWeights: given.classWeights ?? null,
    baseScore: initialScores.length === 1 ? initialScores[0] : initialScores,
    growth: options.growth ?? grower.name,
    columnSample: { tree, level, node },
    maxBins: isBinned ? given.maxBins : null,
    gradientBits: isBinned ? given.gradientBits : null,
  });
  return { inForce, choices };
}

function whyOf({ rowCount }: Dataset, { growth, maxBins, gradientBits }: BoostingOptions): string {
  if (maxBins !== undefined) return "maxBins was given";
  if (gradientBits !== undefined) return "gradientBits was given";
  return growth === "symmetric" ? "growth is symmetric" : `there are ${rowCount} rows`;
}
