export type { VegaLiteSpec } from "./spec/vega-lite-spec.ts";
export type { ThemeName } from "./theme/theme.ts";
export { type TreePlotOptions, treePlot } from "./tree/tree-plot.ts";
export { type TreeTextOptions, treeText } from "./tree/tree-text.ts";
