export const StatsRecord = {
  unit: "record",
  about: "The statistics records of a job.",
  fields: {
    parent: "Of the node.",
    left: "Left of the cursor.",
    missing: "Of the rows with missing values.",
    best: "Of the left child of the best split.",
  },
  align: 1,
};
