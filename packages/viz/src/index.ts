export type { ThemeName } from "./theme/theme.ts";
export {
  type CandidateBar,
  type SplitCandidatesPlotSpec,
  splitCandidatesPlot,
} from "./trace/split-candidates-plot.ts";
export {
  type SplitCandidatesPlotOptions,
  splitCandidatesPlotOptions,
  type TreePlotOptions,
  type TreeTextOptions,
  treePlotOptions,
  treeTextOptions,
} from "./tree/plot-options.ts";
export { treePlot } from "./tree/tree-plot.ts";
export type { TreePlotSpec } from "./tree/tree-plot-spec.ts";
export { treeText } from "./tree/tree-text.ts";
