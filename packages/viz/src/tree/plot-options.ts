import { check, integerFrom, type OptionsOf, oneOf, option, type TableInput, wholeLimitFrom } from "@cambium/core";

/** What the options of several plots share. */
const tree = option(integerFrom(0));
const theme = option(oneOf("light", "dark"), "light");
const title = option(check<string>("text", (value) => typeof value === "string"));

/** What `splitCandidatesPlot` takes. */
export const splitCandidatesPlotOptions = {
  /** Colours for a light page or a dark one. Default: "light". */
  theme,
  /** The first line above the plot. Default: the target and the learner. */
  title,
};

export interface SplitCandidatesPlotOptions extends OptionsOf<typeof splitCandidatesPlotOptions> {}

/** What `treePlot` takes. */
export const treePlotOptions = {
  /** Rows to be drawn in the cards; without them the cards show what the model remembers of its training. Default: none. */
  data: option(
    check<TableInput>("a table", (value) => typeof value === "object" && value !== null),
    null,
  ),
  /** A row of `data`, counted from 0, whose path is highlighted. Default: none. */
  row: option(integerFrom(0), null),
  /** Which tree of the ensemble, counted from 0. Default: the first. */
  tree,
  /** How many levels are shown at first, at most those of the default. Default: as many as can be read side by side. */
  depth: option(wholeLimitFrom(1)),
  /** Colours for a light page or a dark one. Default: "light". */
  theme,
  /** The first line above the plot. Default: the target and the learner. */
  title,
};

export interface TreePlotOptions extends OptionsOf<typeof treePlotOptions> {}

/** What `treeText` takes. */
export const treeTextOptions = {
  /** Which tree of the ensemble, counted from 0. Default: the first. */
  tree,
  /** Significant digits of thresholds and predicted numbers. Default: 4. */
  digits: option(integerFrom(1, 17), 4),
  /** How many levels are written, at most 1,000; what is below them is counted. Default: 100. */
  depth: option(wholeLimitFrom(0), 100),
};

export interface TreeTextOptions extends OptionsOf<typeof treeTextOptions> {}
