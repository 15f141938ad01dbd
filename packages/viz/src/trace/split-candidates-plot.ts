import {
  checkOptions,
  type FeatureSchema,
  type Model,
  type NodeTrace,
  namesText,
  plainText,
  withDefaults,
} from "@cambium/core";
import { formatNumber, formatRows, formatThreshold } from "../text/format-number.ts";
import { type PlotConfig, plotConfig } from "../theme/plot-config.ts";
import { fontSize, themeNamed } from "../theme/theme.ts";
import { type SplitCandidatesPlotOptions, splitCandidatesPlotOptions } from "../tree/plot-options.ts";

/** What `splitCandidatesPlot` gives: a Vega-Lite 6 specification. */
export interface SplitCandidatesPlotSpec {
  $schema: "https://vega.github.io/schema/vega-lite/v6.json";
  /** One sentence, read out by screen readers. */
  description: string;
  title: { text: string; subtitle: string };
  width: number;
  height: { step: number };
  padding: number;
  background: string;
  data: { values: CandidateBar[] };
  encoding: object;
  layer: CandidateLayer[];
  config: PlotConfig & { axis: object };
}

/** A feature, and the best cut on it. */
export interface CandidateBar {
  feature: string;
  gain: number;
  chosen: boolean;
  /** The rows that go to the first child, or why there is no cut. */
  note: string;
}

interface CandidateLayer {
  mark: { type: "bar"; tooltip: true } | { type: "text"; align: "left"; dx: number; color: string; fontSize: number };
  encoding: object;
}

const NOTED_NAMES = 4;

/**
 * Why a node was cut as it was: a bar for what the best cut on each feature gains, the one that was taken marked, and the
 * features on which no cut gains. `trace` is one of those that `onNode` was told while the model was fitted.
 */
export function splitCandidatesPlot(
  model: Model,
  trace: NodeTrace,
  options: SplitCandidatesPlotOptions = {},
): SplitCandidatesPlotSpec {
  checkOptions("splitCandidatesPlot", options, splitCandidatesPlotOptions);
  const theme = themeNamed(withDefaults(splitCandidatesPlotOptions, options).theme);
  const bars = barsOf(model.features, trace);
  const place = placeOf(trace);
  const most = Math.max(0, ...bars.map(({ gain }) => gain));
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: `Bar chart of what the best cut on each of ${bars.length} features gains in ${place}; ${outcomeOf(model, trace)}.`,
    title: {
      text: plainText(options.title ?? `${model.target}: what was weighed, ${model.learner}`),
      subtitle: `${place}, ${formatRows(trace.rowCount)}: ${outcomeOf(model, trace)}`,
    },
    width: 360,
    height: { step: 26 },
    padding: 16,
    background: theme.background,
    // Names come from a file: they stay data, and never become part of an expression.
    data: { values: bars },
    encoding: {
      y: { field: "feature", type: "nominal", sort: null, title: null, axis: { labelLimit: 220, ticks: false } },
      x: {
        field: "gain",
        type: "quantitative",
        title: "gain of the best cut",
        scale: { domain: [0, most > 0 ? most : 1] },
      },
    },
    layer: [
      {
        mark: { type: "bar", tooltip: true },
        encoding: {
          color: { condition: { test: "datum.chosen", value: theme.accent }, value: theme.neutral },
          tooltip: ["feature", "note", "gain"].map((field) => ({ field })),
        },
      },
      {
        mark: { type: "text", align: "left", dx: 6, color: theme.faintInk, fontSize: fontSize.subtitle },
        encoding: { text: { field: "note" } },
      },
    ],
    config: {
      ...plotConfig(theme),
      axis: { grid: false, labelColor: theme.ink, titleColor: theme.ink, domainColor: theme.cardEdge },
    },
  };
}

/** The best first, as in the search: of equals the lowest feature. */
function barsOf(features: readonly FeatureSchema[], { candidates, without, best }: NodeTrace): CandidateBar[] {
  const labels = labelsOf(features);
  const ranked = [...candidates].sort((a, b) => b.gain - a.gain || a.feature - b.feature);
  return [
    ...ranked.map((split) => ({
      feature: labels[split.feature],
      gain: split.gain,
      chosen: split.feature === best?.feature,
      note: `${cutText(features[split.feature], split)}: ${formatNumber(split.gain)}`,
    })),
    ...without.map((feature) => ({ feature: labels[feature], gain: 0, chosen: false, note: "no cut gains" })),
  ];
}

/** Names that look the same in a picture are told apart by their place. */
function labelsOf(features: readonly FeatureSchema[]): string[] {
  const names = features.map(({ name }) => plainText(name));
  return names.map((name, i) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${i + 1})`));
}

/** What the rows of the first child have in common. */
function cutText(schema: FeatureSchema, split: NodeTrace["candidates"][number]): string {
  if (split.kind === "threshold") {
    return split.threshold === Number.POSITIVE_INFINITY ? "has a value" : `≤ ${formatThreshold(split.threshold)}`;
  }
  const categories = schema.kind === "categorical" ? schema.categories : [];
  const first = categories.filter((_, code) => ((split.categories[code >>> 5] ?? 0) >>> (code & 31)) & 1);
  return namesText(first.map(plainText), NOTED_NAMES);
}

function placeOf({ way }: NodeTrace): string {
  return way.length === 0 ? "the root" : `node ${["root", ...way.map((side) => side + 1)].join(" → ")}`;
}

function outcomeOf({ features }: Model, { best, refusedBy }: NodeTrace): string {
  const cut = best && `the cut on ${plainText(features[best.feature].name)}`;
  if (refusedBy !== null) return `a leaf, since ${refusedBy} refused ${cut ?? "any cut"}`;
  return cut === null ? "a leaf, since no cut gains" : `${cut} was taken`;
}
