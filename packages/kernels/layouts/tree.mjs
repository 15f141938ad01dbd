export const TreeSlot = {
  unit: "f64",
  about:
    "A tree that a kernel grows whole on sorted columns. Offsets are in bytes from the start of the memory. A call does a share of the work and leaves all state here, so whoever has the memory can do the next share.",
  fields: {
    // Given: where things are.
    base: "Offset of U32 entries of all rows, one run after the other; the run of a feature is in the order of its values.",
    runs: "Offset of the tree's own entries: runs of the rows in the bag.",
    runNumbers: "Offset of U32 by feature: the number of its run, or `NO_RUN`.",
    rowsRun: "The number of the run that has the rows in their own order; only if thresholds are random.",
    stride: "Bytes from one run to the next, in `base` and in `runs`.",
    rowCount: "Entries of a run in `base`.",
    payload: "Offset of U32 by row: what the entries of the row contain, and `IN_BAG`.",
    side: "Offset of U8 by row: the child that the row goes to.",
    scratch: "Offset of U32: room for the entries that go right.",
    features: "Offset of U32: the features that the tree may use; those that are constant in the node come first.",
    featureCount: "",
    draws: "Offset of U64 by feature: random bits, then the feature. A key by place while the least are found.",
    levels:
      "Offset of U64 by depth, `DRAWN_LEVELS` of them: the greatest key that the features of the level have; 0 if not known yet.",
    groups: "Offset of U64: features that may stand together, a bit a feature; 0 if all may.",
    groupCount: "",
    groupWords: "U64 of a group; 0 if all features may stand together.",
    above: "Offset of U64: the features that split the nodes above this one, a bit a feature.",
    allowed: "Offset of U64: the features that may stand beneath those, a bit a feature.",
    monotone:
      "Offset of I8 by feature: 1 if values may only ascend with it, -1 if they may only descend; 0 if no feature is so.",
    gainFactors: "Offset of F64 by feature: what its gains are multiplied by; 0 if none has a factor.",
    pairs: "Offset of F64 by place: gradient and hessian side by side; none for classes.",
    weights: "Offset of F64 by row: weights of classes; 0 if the entries contain them.",
    rows: "Offset of U32 by place: its row; 0 if the entries contain rows, which then keep their places.",
    places: "Offset of U32 by place: the place that it moves to.",
    spareRows: "Offset of room for as many rows while they move.",
    sparePairs: "Offset of room for as many pairs while they move.",
    settlesRows: "1: rows move to their leaves, even below the last search for splits.",
    isWhole: "1: the bag has all rows, and the root uses the runs of `base`.",
    targets: "Offset of F64 by row: the leaf value that each row alone would have; or 0.",
    stack: "Offset of the open nodes, each an `OpenSlot`, its record and `groupWords` U64.",
    queue:
      "Offset of the nodes whose best split is known, as on the stack, each with a `QueuedSlot` and its record; 0 if the order does not matter.",
    queueOrder: "Offset of U32: places in `queue`, a heap of those that are taken, then those that are free.",
    records: "Offset of the node's records, by `TreeRecord`.",
    nodes:
      "Offset of the finished nodes, which the caller takes away: each a `NodeSlot`, its record and its categories.",
    nodeCapacity: "Numbers that fit into `nodes`, without the room for one more node.",
    kinds: "Offset of U8 by feature: 1 for categories.",
    values: "Offset of F64 by row and feature; none unless thresholds are random, as the four that follow.",
    coarse: "Offset of U16 by row and feature: coarse values, or `LACKING`.",
    rowStride: "Bytes from one row to the next in `coarse`, a quarter of those in `values`.",
    coarseFacts: "Offset of a `CoarseSlot` by feature.",
    seen: "Offset of U16: the coarse values of the node's rows, in the order of their run, of up to `TOGETHER` features.",
    near: "Offset of F64: the values of a node of up to `FEW_ROWS` rows, in the same order.",
    tally: "Offset of the records of the node's categories, in the order of their codes.",
    tallyRows: "Offset of U32: the rows of each category.",
    order: "Offset of U32: the categories in the order in which they go left.",
    keys: "Offset of F64: the keys that sort the categories.",
    sides: "Offset of U8 by category: 1 if it goes left.",
    bestSides: "The same for the best split.",
    axes: "Offset of F64: three vectors of a number a class.",
    // Given: what to do.
    classes: "0 for gradients.",
    measure: "A `Measure`.",
    rowBits: "The lowest bits of an entry are its row or place, then its class, then its weight.",
    codeBits: "",
    weightBits: "0 if entries do not contain weights.",
    "l2 minRowsLeaf minChildWeight maxDepth minRowsSplit minGain gainUnit": "",
    l1: "Of the measure `heldNewton`, as the two that follow.",
    "lowest highest": "Bounds of all leaf values.",
    purity: "Above 1: no limit.",
    "featuresPerLevel featuresPerNode": "",
    drawsConstants: "1: features that are constant in the node count as drawn.",
    drawKey: "The random state after the tree's key and the purpose, for features of nodes.",
    levelKey: "The same for features of levels.",
    tieKey: "The same for ties between features; below 0 the lowest feature wins.",
    thresholdKey: "The same for thresholds; below 0 all thresholds are tried.",
    oneVsRest: "1: a split separates one category from all others.",
    smoothing: "Added to the weight of a category when categories are sorted by their means.",
    mostCategories: "If gradients are fitted: at most so many of the sorted categories are on one of the two sides.",
    mostTried: "The largest number of categories for which all partitions are tried.",
    // State: the work. Beginning with a node sets these, and all that follow, to 0.
    phase: "A `TreePhase`.",
    turn: "The place in `features`.",
    cursor: "Entries of the feature that are searched.",
    searched: "Features that count as drawn.",
    open: "Nodes on the stack.",
    queued: "Nodes in the queue.",
    splitsLeft: "If the tree grows best first: how many splits it may still have.",
    made: "Nodes that have a number.",
    written: "Numbers in `nodes`.",
    // State: the node. The first eight are in the order of `OpenSlot`.
    "id start count depth path": "",
    constants: "Features known to be constant.",
    "lower upper": "Bounds of the leaf values beneath the node.",
    middle: "The first place of the right child.",
    source: "Offset of the node's runs: `base` or `runs`.",
    candidates: "The end of the features in the list that may be searched.",
    drawsInOrder: "1: features are taken in the order of their keys until there are enough.",
    // State: the scan of one feature.
    present: "",
    left: "Rows left of a random threshold.",
    "leftSquares rightSquares": "",
    categories: "Categories of the node, so far.",
    "low high": "The least and the greatest value.",
    bound: "The greatest coarse value that goes left.",
    "blockStart blockEnd": "Places in `features`: coarse values of those are loaded together.",
    loaded: "Rows of which they are.",
    look: "Offset of U16: those of the feature that is searched.",
    drawn: "The random threshold.",
    // State: the best split.
    "gain feature position missingLeft missingRows": "",
    threshold: "The random threshold.",
    // State: the best split on other features, while one with a factor is searched; in the order of the best split.
    "otherGain otherFeature otherPosition otherMissingLeft otherMissingRows otherThreshold": "",
    stop: "Not 0: a worker stops at its next look. No kernel reads it.",
  },
};

export const TreeRecord = {
  unit: "record",
  about: "The statistics records of the node.",
  align: 1,
  fields: {
    parent: "Of the node.",
    left: "Left of the cursor.",
    both: "The same with the missing values.",
    missing: "Of the rows with missing values.",
    best: "Of the left child of the best split.",
    other: "What the best record was while a feature with a factor is searched.",
  },
};

export const OpenSlot = {
  unit: "f64",
  about: "An open node; its record follows, then the features above it. All fields are in the order of `TreeSlot`.",
  fields: { "id start count depth path constants lower upper": "" },
};

export const QueuedSlot = {
  unit: "f64",
  about:
    "The best split of an open node; the record of its left child follows. The first six are in the order of `TreeSlot`.",
  fields: {
    "gain feature position missingLeft missingRows threshold": "",
    worth: "The gain by which nodes are taken from the queue: divided by `gainUnit`.",
  },
};

export const CoarseSlot = {
  unit: "f64",
  about:
    "How the coarse values of a feature follow from its values v: whole numbers from 0 to `MOST_COARSE`, (v - low) * scale rounded down.",
  fields: {
    "low scale": "",
    isExact: "1: rows of the same coarse value have the same value.",
    hasMissing: "1: some rows have no value.",
  },
};

export const NodeSlot = {
  unit: "f64",
  about:
    "A finished node. Its record follows, then a number for each of its categories: a row that has it, or -1 - row if it goes right.",
  fields: {
    id: "",
    feature: "-1 in a leaf.",
    gain: "",
    rowBelow: "A row with the value next below the threshold.",
    rowAbove: "A row with the value next above the threshold; -1 if there is none.",
    "missingLeft missingRows threshold": "As in `TreeSlot`.",
    "rows firstChild start categories": "",
  },
};

export const TreePhase = {
  about: "What the tree does next.",
  values: ["load", "next", "search", "cut", "part", "take", "done"],
};

export const TreeOutcome = { about: "What a call of `growTree` returns.", values: ["done", "more", "full"] };

export const NEW = {
  u32: 0x80000000,
  about: "Of an entry: its value differs from the value of the entry before. Not read in the first entry of a run.",
};

export const MISSING = { u32: 0x40000000, about: "Of an entry: its value is missing. Such entries are last." };

export const IN_BAG = { u32: 0x80000000, about: "Of a row's payload: the row is in the tree's bag." };

export const NO_RUN = {
  u32: 0xffffffff,
  about: "Instead of the number of a run: the feature has none, its values are looked up by row.",
};

export const MOST_COARSE = { u32: 65533, about: "The greatest coarse value of a row." };

export const BEYOND = { u32: 65534, about: "Instead of a coarse value: the row goes right." };

export const LACKING = { u32: 65535, about: "Instead of a coarse value: the row has none." };

export const TOGETHER = { u32: 4, about: "Features whose coarse values are loaded in one pass over the rows." };

export const FEW_ROWS = {
  u32: 64,
  about:
    "A node of so many rows is searched by values: to look up the least and the greatest costs more than to look up all.",
};

export const TREE_CHUNK = { u32: 32_768, about: "Entries between two looks at the budget." };

export const TREE_STEP = { u32: 8, about: "What each step of a tree costs besides its entries, in entries." };

export const DRAWN_LEVELS = {
  u32: 64,
  about: "Levels whose features are drawn once; those of a deeper one are drawn for each node.",
};

export const PARTITION_SWEEPS = { u32: 4, about: "How often each category is tried on the other side." };

export const POWER_ROUNDS = { u32: 16, about: "Rounds of the power method." };

export const SLACK = {
  f64: 1 - 2 ** -40,
  about:
    "A split must reach this share of the best gain before it is worth its division, which rounds by less. Splits that pass are compared by the very gain of the criterion.",
};

export const LEAST_PRODUCT = {
  f64: 1e-300,
  about: "Products below this may have lost digits, so no split is left out because of them.",
};

export const Measure = {
  about: "What a split gains.",
  values: ["gini", "newton", "entropy", "misclassification", "poisson", "heldNewton"],
};
