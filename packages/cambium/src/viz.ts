export { type TreePlotOptions, type TreeTextOptions, treePlot, treeText, type VegaLiteSpec } from "@cambium/viz";
