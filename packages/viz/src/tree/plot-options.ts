import { integerFrom, type OptionRule, oneOf, wholeLimitFrom } from "@cambium/core";

type Rules = Readonly<Record<string, OptionRule>>;

const tree: OptionRule = {
  ...integerFrom(0),
  default: "the first",
  about: "which tree of the ensemble, counted from 0",
};

const theme: OptionRule = {
  ...oneOf("light", "dark"),
  default: '"light"',
  about: "colours for a light page or a dark one",
};

const title: OptionRule = {
  expected: "text",
  accepts: (value) => typeof value === "string",
  default: "the target and the learner",
  about: "the first line above the plot",
};

/** What `splitCandidatesPlot` takes. */
export const splitCandidatesPlotOptions: Rules = { theme, title };

/** What `treePlot` takes. */
export const treePlotOptions: Rules = {
  data: {
    expected: "a table",
    accepts: (value) => typeof value === "object" && value !== null,
    default: "none",
    about: "rows to be drawn in the cards; without them the cards tell what the model remembers of its training",
  },
  row: { ...integerFrom(0), default: "none", about: "a row of `data`, counted from 0, whose path is lit" },
  tree,
  depth: {
    ...wholeLimitFrom(1),
    default: "as many as can be read side by side",
    about: "how many levels are shown at first, at most those of the default",
  },
  theme,
  title,
};

/** What `treeText` takes. */
export const treeTextOptions: Rules = {
  tree,
  digits: { ...integerFrom(1, 17), default: "4", about: "significant digits of thresholds and predicted numbers" },
  depth: { ...wholeLimitFrom(0), default: "100", about: "how many levels are written, at most 1,000" },
};
