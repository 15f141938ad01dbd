export type { ThemeName } from "./theme/theme.ts";
export {
  type CandidateBar,
  type SplitCandidatesPlotOptions,
  type SplitCandidatesPlotSpec,
  splitCandidatesPlot,
} from "./trace/split-candidates-plot.ts";
export { splitCandidatesPlotOptions, treePlotOptions, treeTextOptions } from "./tree/plot-options.ts";
export { type TreePlotOptions, treePlot } from "./tree/tree-plot.ts";
export type { TreePlotSpec } from "./tree/tree-plot-spec.ts";
export { type TreeTextOptions, treeText } from "./tree/tree-text.ts";
