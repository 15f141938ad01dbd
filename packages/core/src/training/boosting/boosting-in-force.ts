import type { Dataset } from "../../dataset/dataset.ts";
import { withDefaults } from "../../util/option.ts";
import { choiceText, type OptionsInForce, optionsInForce } from "../options/options-in-force.ts";
import { type BoostingOptions, boostingOptions } from "./boosting-options.ts";
import { type BoostingPlan, usualDepth, usualL2 } from "./boosting-plan.ts";
import { columnShares } from "./column-limits.ts";
import { categoricalOf } from "./constraints.ts";

/** All options of boosting with the values that a fit used. */
export function boostingInForce(options: BoostingOptions, { columns }: Dataset, plan: BoostingPlan): OptionsInForce {
  const { maxBins, gradientBits, gainFactors = null, classWeights = null } = withDefaults(boostingOptions, options);
  const { loss, grower, initialScores, splitter, stopping } = plan;
  const { tree, level, node } = columnShares(options, columns.length);
  const binned = splitter.name === "histogram";
  return optionsInForce(boostingOptions, options, {
    ...{ loss, gainFactors, classWeights, earlyStopping: stopping },
    baseScore: initialScores.length === 1 ? initialScores[0] : initialScores,
    l2: options.l2 ?? usualL2(options.order),
    maxDepth: options.maxDepth ?? usualDepth(options),
    growth: options.growth ?? grower.name,
    columnSample: { tree, level, node },
    categorical: categoricalOf(options.categorical, columns),
    splitter: splitter.name,
    maxBins: binned ? maxBins : null,
    gradientBits: binned ? gradientBits : null,
  });
}

/** What depended on the data or on other options, in sentences. */
export function boostingChoices(options: BoostingOptions, dataset: Dataset, plan: BoostingPlan): string[] {
  const { order, l2, maxDepth, maxLeaves, growth, categorical } = options;
  const { loss: asked, splitter } = withDefaults(boostingOptions, options);
  const { columns, target } = dataset;
  const shares = columnShares(options, columns.length);
  const categories = categorical === undefined ? categoricalOf(undefined, columns) : null;
  const found = target.task === "classification" ? `${target.classes.length} classes` : "numbers";
  const lifted = maxDepth === undefined && usualDepth(options) === Number.POSITIVE_INFINITY;
  const limit = maxLeaves === undefined ? "prune" : "maxLeaves";
  const choices: [isAutomatic: boolean, name: string, value: unknown, reason: string][] = [
    [asked === "auto", "loss", plan.loss.spec.name, `because the target has ${found}`],
    [lifted, "maxDepth", Number.POSITIVE_INFINITY, `because ${limit} limits the size of a tree`],
    [
      growth === undefined && plan.grower.name === "leaf",
      "growth",
      "leaf",
      `because ${limit} limits the leaves of a tree`,
    ],
    [l2 === undefined && order === 1, "l2", usualL2(order), "because order is 1"],
    [
      shares.isDefault && shares.node !== 1,
      "columnSample",
      { node: shares.node },
      `because there are ${columns.length} columns`,
    ],
    [splitter === "auto", "splitter", plan.splitter.name, whyOf(dataset, options)],
    [categories !== null, "categorical", categories, "because some columns have categories"],
  ];
  return choices.filter(([isAutomatic]) => isAutomatic).map(([, ...choice]) => choiceText(...choice));
}

function whyOf({ rowCount }: Dataset, { growth, maxBins, gradientBits }: BoostingOptions): string {
  if (maxBins !== undefined) return "because maxBins was given";
  if (gradientBits !== undefined) return "because gradientBits was given";
  if (growth === "symmetric") return "because growth is symmetric";
  return `because there are ${rowCount} rows`;
}
