export const LevelSlot = {
  unit: "f64",
  about: "A job of `addLevelGains`: it adds up the gains of each split over all nodes of a level.",
  fields: {
    slotStarts: "Offset of U32 by feature: its first slot in a histogram, which has [gradients, hessians] by slot.",
    binCounts: "Offset of U32 by feature: bins of present values; the bin after them is for missing ones.",
    gains:
      "Offset of F64 by split: of each feature the splits with missing values on the left, then those with them on the right.",
    width: "Gains of one side of one feature.",
    nodes: "Offset of the nodes, each a `LevelNodeSlot`.",
    "nodeCount l1 l2": "",
    lower: "The lower bound of leaf values.",
    upper: "The upper bound.",
    "minChildWeight minRowsLeaf": "",
  },
};

export const LevelNodeSlot = {
  unit: "f64",
  about: "A node of a level.",
  fields: {
    histogram: "Offset.",
    rowCounts: "Offset of U32 by slot; 0 if there is no limit on rows.",
    "rows gradients hessians": "",
    nodeTerm: "What l2 takes from the gain of each split of the node.",
  },
};
