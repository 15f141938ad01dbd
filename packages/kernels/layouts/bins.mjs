export const BinSlot = {
  unit: "f64",
  about:
    "A search of the histogram of a node for the best split of each feature: of gradients, or of the weights of classes.",
  fields: {
    allowed: "Offset of U8 by feature, 0 for those that are not searched; or 0: all are.",
    found: "Offset of what is found: a `FoundSlot` by feature.",
    "gradients hessians": "The sums of the node.",
    weights: "Offset of F64: the weights of the node's classes, two for each pair, then the sum of all.",
    pairs: "Pairs of classes.",
    rows: "Rows of the node.",
    nodeTerm: "What l2 takes from the gain of each split of the node.",
    "l1 l2 minChildWeight minRowsLeaf": "",
    lower: "The lower bound of leaf values below the node.",
    upper: "The upper bound.",
    monotone:
      "Offset of I8 by feature: 1 if the left child may not predict more than the right child, -1 if it may not predict less.",
    smoothing: "Added to the hessians by which categories are sorted.",
    mostCategories: "Of sorted categories, on one of the two sides; 0 for any number.",
  },
};

export const FoundSlot = {
  unit: "f64",
  about: "The best split of one feature.",
  fields: {
    gain: "0 if there is no split.",
    bin: "The last bin on the left, also of sorted categories. Of one category against the rest it is that category, or the number of bins for all.",
    "missingLeft leftGradients leftHessians": "",
  },
};

export const SortScratch = {
  unit: "u8",
  about:
    "Room for sorting the categories of a feature: one array after the other. A field is the offset of an array in bytes per bin. The bin of missing values counts.",
  fields: {
    pairs: ["f64x2", "[gradients, hessians] by sorted bin."],
    keys: ["f64", "What categories are sorted by."],
    codes: ["u32", "The category that each sorted bin ends with."],
    counts: ["u32", "Rows by sorted bin."],
  },
};
