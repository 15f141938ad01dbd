// Written by `npm run generate` from packages/kernels/layouts/leaf.mjs. Do not edit.

/** What leaf values below a node may be, if features are monotone, and the sums that this follows from. */
export const enum LeafBounds {
  lower = 0,
  upper = 8,
  gradients = 16, // On the grid of the tree.
  hessians = 24, // On the grid of the tree.
  size = 32, // What all of it takes.
}

/** The column of a feature. */
export const enum LeafColumn {
  binAt = 0, // Bytes into a record, to the bin or the code.
  codes = 4, // Bins or codes of the column.
  bins = 8, // Offset of U8: the bin of each code; or 0.
  missing = 12, // The bin of missing values.
  slot = 16, // The first slot of the feature in a histogram.
  kind = 20, // 0 for numbers, 1 for runs of sorted categories, 2 for each category against the rest.
  size = 32, // What all of it takes.
}

/** A node of such a tree. */
export const enum LeafSlot {
  from = 0, // Its first row.
  to = 4, // The row after its last.
  sums = 8, // The offset of its histogram, while it may be split; 0: it has none.
  depth = 12,
  parent = 16, // The number of its parent.
  path = 20, // The key of random choices in the node.
  feature = 24,
  bin = 28, // The last bin on the left.
  missingChild = 32, // The child that missing values go to: 0 left, 1 right.
  takesPresent = 36, // Whether all rows with a value go left.
  firstChild = 40, // 0 in a leaf.
  bits = 44, // Offset of U32: the categories that go left, a bit each; or 0.
  order = 48, // Best first: its place in the order in which nodes were made.
  stage = 52, // Best first: 0 until a thread splits the node, then 1, and 2 from when its children are searched.
  gain = 56, // Of its best split, in the unit of gains.
  gradients = 64,
  hessians = 72, // Or the weight of all classes.
  leftGradients = 80,
  leftHessians = 88,
  size = 96, // What all of it takes.
}

/** A tree on bins that a kernel grows whole, on one or several threads. Offsets are in bytes from the start of the memory. */
export const enum LeafWord {
  room = 0, // Offset of the `RoomWord`s.
  splits = 4, // Offset of the `SplitWord`s: room for the nodes that are split at the same time.
  splitCount = 8,
  nodes = 12, // Offset of the nodes, each a `LeafSlot`.
  queue = 16, // Offset of U32: the nodes that may be split, a heap.
  free = 20, // Offset of U32: the offsets of unused histograms. The last one given back is taken first, because it is in the caches.
  columns = 24, // Offset of a `LeafColumn` by feature.
  features = 28,
  maxDepth = 32,
  leastRows = 36, // Rows of a node that may be split.
  mostSmall = 40, // Rows of a node, at the most, whose children are summed row by row for their search alone.
  mostListed = 44, // Rows of a node, at the most, whose bins are listed for the search of a feature.
  anyOrder = 48, // Whether all splits will be made, so that their order does not matter.
  perShare = 52, // Features of a share of a search.
  minGain = 56,
  gainUnit = 64,
  purity = 72, // A node is a leaf if a class has at least this share of its weight.
  tieKey = 80, // The random state after the tree's key, for ties between features; below 0 the lowest feature wins.
  drawKey = 88, // The random state after the tree's key, for the features of nodes.
  levelKey = 92, // The same for the features of levels.
  perNode = 96, // Features that are searched in each node, of those of its level.
  perLevel = 100, // Features of each level, of those that the tree may use.
  treeFeatures = 104, // Features that the tree may use.
  ofTree = 108, // Offset of U8 by feature: whether the tree may use it.
  skipsConstants = 112, // Whether another feature is drawn in the place of one that is constant in the node.
  smoothing = 120, // Added to the hessians by which categories are sorted.
  groups = 128, // Offset of U8 by group and feature: whether the group has the feature; 0 if any features may meet.
  groupCount = 132,
  histograms = 136, // Offset of the first histogram.
  counts = 140, // Offset of the row counts of the first histogram; 0 if rows are not counted.
  bounds = 144, // Offset of the nodes' `LeafBounds`; 0 if no feature is monotone.
  monotone = 148, // Offset of I8 by feature: its direction.
  l1 = 152,
  l2 = 160,
  lower = 168, // The lower bound of all leaf values.
  upper = 176, // The upper bound.
  classPairs = 184, // Pairs of classes; 0 if the tree fits gradients.
  pairBytes = 188, // From the slots of a pair of classes to those of the next.
  targets = 192, // Offset of F64 by row: a node whose rows have one target is a leaf; or 0.
  scratch = 196, // Offset of room where thread 0 sorts categories, or adds up classes, and lists the bins of a small node.
  scratchBytes = 200, // Of one thread.
  listAt = 204, // Where in it bins are listed: a bit for each bin, the bins, their rows, their sums.
  listMask = 208, // Bytes of those bits.
  isShared = 212, // Whether there are several threads.
  levels = 216, // Offset of a job of `addLevelGains`, if trees are symmetric; or 0.
  openNodes = 220, // Offset of U32: the nodes that the next level may split, from left to right.
  nextNodes = 224, // Offset of U32: room for those of the next level.
  openCount = 228,
  level = 232, // Levels that have begun.
  levelAt = 236, // The first open node that has not had its turn in this level.
  isChosen = 240, // Whether the split of the level is chosen, and it is found out what it makes of each node.
  isSummed = 244, // Whether the node whose turn it is was summed into the first spare histogram.
  levelAllowed = 248, // Offset of U8 by feature: whether the level may use it.
  levelFeature = 252,
  levelBin = 256,
  isMissingLeft = 260,
  levelLacks = 264, // Whether a row of the level lacks the feature.
  gainFactors = 268, // Offset of F64 by feature.
  levelLeft = 272, // Hessians on that side of all nodes that are split.
  levelRight = 280, // Hessians on that side of all nodes that are split.
  callerAt = 288, // Offset of the split that the caller's thread left in the middle; 0: none.
  callerSums = 292, // Rows that it has summed there and has not flushed.
  lock = 384, // Of all that follows here, but for the fields on lines of their own.
  nodeCount = 388,
  queued = 392,
  freeCount = 396,
  cutsLeft = 400, // Splits that may still be made.
  ahead = 404, // Best first: nodes that are split, or being split, while others may have to be split before. At the end: splits to drop.
  mostAhead = 408,
  orders = 412, // How many nodes have their place in the order of growth.
  busy = 416, // Nodes that are split now.
  mayTake = 420, // Whether a thread that has nothing to do may begin a split.
  isLevelEmpty = 424, // Whether the last level of a symmetric tree splits no node.
  isDone = 428,
  nextBits = 432, // Offset of the next unused word for sets of categories.
  opened = 512, // How often there was something new to do: threads that have nothing look at it, and sleep by it.
  sleepers = 640,
  size = 768, // What all of it takes.
}

/** Rows of a node that several threads partition together. */
export const SHARED_ROWS: u32 = 8192;

/** What is done with a node that is split: its rows are partitioned, children are summed for which no histogram of their parent is kept, children are searched. A root is only searched. The levels of symmetric trees have phases of their own: one is begun, an open node is summed, gains are added up. At the end it waits for the lock of the tree. */
export const enum SplitPhase {
  none = 0,
  root = 1,
  part = 2,
  sumLeft = 3,
  sumRight = 4,
  scan = 5,
  level = 6,
  levelSum = 7,
  levelAdd = 8,
  end = 9,
}

/** A node that is split, and whose children are searched. Threads that take part are its users. */
export const enum SplitWord {
  phase = 0, // A `SplitPhase`.
  node = 4, // The number of the node.
  firstChild = 8, // The number of its left child.
  isLevel = 12, // Whether it is not a node, but all nodes of a level of a symmetric tree.
  areLast = 16, // Whether the children are leaves in any case.
  cut = 20, // Offset of a job of `partRecords`.
  sides = 24, // Offset of a byte by bin, or by code of a bundle.
  unsettled = 28, // Offset of U32: room for the blocks that a partition leaves.
  spares = 32, // Offsets of histograms for nodes that find no other.
  blanks = 40, // Offsets of histograms that are 0 but for the search of small children.
  isSmall = 48, // Whether the children are small.
  scans = 52, // Offsets of the jobs that search the children.
  scanCount = 60, // Nodes that are searched.
  scanned = 64, // Their numbers.
  allowed = 72, // Offsets of U8 by feature: whether the node may use it.
  draws = 80, // Offset of U32 by feature: random bits.
  level = 84, // Offset of U8 by feature: whether the level may use it.
  isShared = 128, // Whether it is worth the while of several threads.
  users = 132, // Threads that take part; 0: nobody may join.
  next = 136, // The next share of the search that nobody has taken.
  size = 256, // What all of it takes.
}
