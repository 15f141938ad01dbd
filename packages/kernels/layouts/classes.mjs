export const ClassSlot = {
  unit: "f64",
  about:
    "A job of `scanClassesOf`: it searches the histogram of a node for the best split of each feature by the Gini impurity.",
  fields: {
    histogram: "Offset; two classes a slot, side by side. The next two classes are `pairBytes` behind.",
    pairBytes: "",
    pairs: "Pairs of classes.",
    slotStarts: "Offset of U32 by feature: its first slot.",
    binCounts: "Offset of U32 by feature: bins of present values; the bin after them is for missing ones.",
    allowed: "Offset of U8 by feature, 0 for those that are not searched; or 0: all are.",
    node: "Offset of F64: the weights of the node's classes, two for each pair, then the sum of all.",
    minChildWeight: "",
    rowCounts: "Offset of U32 by slot; 0 if there is no limit on rows.",
    rows: "Rows of the node.",
    minRowsLeaf: "",
    found: "Offset of what is found: a `FoundSlot` by feature.",
  },
};
