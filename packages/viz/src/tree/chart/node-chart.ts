import { NodeKind, type Region } from "@cambium/core";
import type { ClassPalette } from "../class-palette.ts";
import { partedCategories } from "../node-region.ts";
import type { PlotRows } from "../plot-rows.ts";
import type { TreeSubject } from "../tree-subject.ts";
import { categoryChart } from "./category-chart.ts";
import { categoryScatter } from "./category-scatter.ts";
import { categorySlots } from "./category-slots.ts";
import { histogramChart } from "./histogram-chart.ts";
import { scatterChart } from "./scatter-chart.ts";
import { type ChartRows, type SplitChart, valueRange } from "./split-chart.ts";

/** What the charts of all nodes share. */
export interface ChartSource {
  readonly subject: TreeSubject;
  readonly rows: PlotRows;
  readonly palette: ClassPalette;
  readonly marked: number | undefined;
}

/** The colour of every row by its class, for all charts at once; null where no row has a class. */
export function rowColours(rows: PlotRows, palette: ClassPalette): Int32Array | null {
  return rows.classCodes?.map((code) => (code < 0 ? -1 : palette.colourOf[code])) ?? null;
}

/** The picture of a split: who went where. */
export function nodeChart(
  source: ChartSource,
  colours: Int32Array | null,
  node: number,
  reaching: Int32Array,
  region: Region,
): SplitChart {
  const { subject, rows, palette } = source;
  const { tree, model } = subject;
  const values = rows.encoded.columns[tree.feature[node]];
  const chart: ChartRows = {
    rows: reaching,
    values,
    colours,
    colourCount: palette.colours.length,
    marked: source.marked,
  };
  // The trees of boosting are not fitted to the target but to what the trees before them left of it.
  const targets = subject.values === "numbers" ? rows.targets : null;
  const schema = model.features[tree.feature[node]];
  if (tree.kind[node] !== NodeKind.Threshold && schema.kind === "categorical") {
    const codeOf = new Map(schema.categories.map((name, code) => [name, code]));
    const sides = partedCategories(model.features, tree, node, region).map((names) =>
      names.map((name) => codeOf.get(name) ?? -1),
    );
    const slots = categorySlots(chart, sides, schema.categories);
    return targets ? categoryScatter(chart, slots, targets) : categoryChart(chart, slots);
  }
  const threshold = thresholdWithin(reaching, values, tree.threshold[node]);
  return targets ? scatterChart(chart, threshold, targets) : histogramChart(chart, threshold);
}

/** A threshold that can be drawn: one of infinity has all values to its left. */
function thresholdWithin(rows: Int32Array, values: ChartRows["values"], threshold: number): number {
  if (Number.isFinite(threshold)) return threshold;
  const { low, high, empty } = valueRange(rows, values);
  if (empty) return 0;
  return threshold > 0 ? high : low;
}
