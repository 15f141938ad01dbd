export {
  type SplitCandidatesPlotOptions,
  type SplitCandidatesPlotSpec,
  splitCandidatesPlot,
  type TreePlotOptions,
  type TreePlotSpec,
  type TreeTextOptions,
  treePlot,
  treeText,
} from "@cambium/viz";
