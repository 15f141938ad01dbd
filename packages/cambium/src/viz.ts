export { type TreePlotOptions, type TreePlotSpec, type TreeTextOptions, treePlot, treeText } from "@cambium/viz";
