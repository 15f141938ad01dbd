// Written by `npm run generate` from packages/kernels/layouts/leaf.mjs. Do not edit.

/** What leaf values below a node may be, if features are monotone, and the sums that this follows from. */
export enum LeafBounds {
  lower = 0,
  upper = 1,
  /** On the grid of the tree. */
  gradients = 2,
  /** On the grid of the tree. */
  hessians = 3,
  /** What all of it takes. */
  size = 4,
}

/** The column of a feature. */
export enum LeafColumn {
  /** Bytes into a record, to the bin or the code. */
  binAt = 0,
  /** Bins or codes of the column. */
  codes = 1,
  /** Offset of U8: the bin of each code; or 0. */
  bins = 2,
  /** The bin of missing values. */
  missing = 3,
  /** The first slot of the feature in a histogram. */
  slot = 4,
  /** 0 for numbers, 1 for runs of sorted categories, 2 for each category against the rest. */
  kind = 5,
  /** What all of it takes. */
  size = 8,
}

/** A node of such a tree. */
export enum LeafSlot {
  /** Its first row. */
  from = 0,
  /** The row after its last. */
  to = 1,
  /** The offset of its histogram, while it may be split; 0: it has none. */
  sums = 2,
  depth = 3,
  /** The number of its parent. */
  parent = 4,
  /** The key of random choices in the node. */
  path = 5,
  feature = 6,
  /** The last bin on the left. */
  bin = 7,
  /** The child that missing values go to: 0 left, 1 right. */
  missingChild = 8,
  /** Whether all rows with a value go left. */
  takesPresent = 9,
  /** 0 in a leaf. */
  firstChild = 10,
  /** Offset of U32: the categories that go left, a bit each; or 0. */
  bits = 11,
  /** Best first: its place in the order in which nodes were made. */
  order = 12,
  /** Best first: 0 until a thread splits the node, then 1, and 2 from when its children are searched. */
  stage = 13,
  /** Of its best split, in the unit of gains. */
  gain = 14,
  gradients = 16,
  /** Or the weight of all classes. */
  hessians = 18,
  leftGradients = 20,
  leftHessians = 22,
  /** What all of it takes. */
  size = 24,
}

/** A tree on bins that a kernel grows whole, on one or several threads. Offsets are in bytes from the start of the memory. */
export enum LeafWord {
  /** Offset of the `RoomWord`s. */
  room = 0,
  /** Offset of the `SplitWord`s: room for the nodes that are split at the same time. */
  splits = 1,
  splitCount = 2,
  /** Offset of the nodes, each a `LeafSlot`. */
  nodes = 3,
  /** Offset of U32: the nodes that may be split, a heap. */
  queue = 4,
  /** Offset of U32: the offsets of unused histograms. The last one given back is taken first, because it is in the caches. */
  free = 5,
  /** Offset of a `LeafColumn` by feature. */
  columns = 6,
  features = 7,
  maxDepth = 8,
  /** Rows of a node that may be split. */
  leastRows = 9,
  /** Rows of a node, at the most, whose children are summed row by row for their search alone. */
  mostSmall = 10,
  /** Rows of a node, at the most, whose bins are listed for the search of a feature. */
  mostListed = 11,
  /** Whether all splits will be made, so that their order does not matter. */
  anyOrder = 12,
  /** Features of a share of a search. */
  perShare = 13,
  minGain = 14,
  gainUnit = 16,
  /** A node is a leaf if a class has at least this share of its weight. */
  purity = 18,
  /** The random state after the tree's key, for ties between features; below 0 the lowest feature wins. */
  tieKey = 20,
  /** The random state after the tree's key, for the features of nodes. */
  drawKey = 22,
  /** The same for the features of levels. */
  levelKey = 23,
  /** Features that are searched in each node, of those of its level. */
  perNode = 24,
  /** Features of each level, of those that the tree may use. */
  perLevel = 25,
  /** Features that the tree may use. */
  treeFeatures = 26,
  /** Offset of U8 by feature: whether the tree may use it. */
  ofTree = 27,
  /** Whether another feature is drawn in the place of one that is constant in the node. */
  skipsConstants = 28,
  /** Added to the hessians by which categories are sorted. */
  smoothing = 30,
  /** Offset of U8 by group and feature: whether the group has the feature; 0 if any features may meet. */
  groups = 32,
  groupCount = 33,
  /** Offset of the first histogram. */
  histograms = 34,
  /** Offset of the row counts of the first histogram; 0 if rows are not counted. */
  counts = 35,
  /** Offset of the nodes' `LeafBounds`; 0 if no feature is monotone. */
  bounds = 36,
  /** Offset of I8 by feature: its direction. */
  monotone = 37,
  l1 = 38,
  l2 = 40,
  /** The lower bound of all leaf values. */
  lower = 42,
  /** The upper bound. */
  upper = 44,
  /** Pairs of classes; 0 if the tree fits gradients. */
  classPairs = 46,
  /** From the slots of a pair of classes to those of the next. */
  pairBytes = 47,
  /** Offset of F64 by row: a node whose rows have one target is a leaf; or 0. */
  targets = 48,
  /** Offset of room where thread 0 sorts categories, or adds up classes, and lists the bins of a small node. */
  scratch = 49,
  /** Of one thread. */
  scratchBytes = 50,
  /** Where in it bins are listed: a bit for each bin, the bins, their rows, their sums. */
  listAt = 51,
  /** Bytes of those bits. */
  listMask = 52,
  /** Whether there are several threads. */
  isShared = 53,
  /** Offset of a job of `addLevelGains`, if trees are symmetric; or 0. */
  levels = 54,
  /** Offset of U32: the nodes that the next level may split, from left to right. */
  openNodes = 55,
  /** Offset of U32: room for those of the next level. */
  nextNodes = 56,
  openCount = 57,
  /** Levels that have begun. */
  level = 58,
  /** The first open node that has not had its turn in this level. */
  levelAt = 59,
  /** Whether the split of the level is chosen, and it is found out what it makes of each node. */
  isChosen = 60,
  /** Whether the node whose turn it is was summed into the first spare histogram. */
  isSummed = 61,
  /** Offset of U8 by feature: whether the level may use it. */
  levelAllowed = 62,
  levelFeature = 63,
  levelBin = 64,
  isMissingLeft = 65,
  /** Whether a row of the level lacks the feature. */
  levelLacks = 66,
  /** Offset of F64 by feature. */
  gainFactors = 67,
  /** Hessians on that side of all nodes that are split. */
  levelLeft = 68,
  /** Hessians on that side of all nodes that are split. */
  levelRight = 70,
  /** Offset of the split that the caller's thread left in the middle; 0: none. */
  callerAt = 72,
  /** Rows that it has summed there and has not flushed. */
  callerSums = 73,
  /** Of all that follows here, but for the fields on lines of their own. */
  lock = 96,
  nodeCount = 97,
  queued = 98,
  freeCount = 99,
  /** Splits that may still be made. */
  cutsLeft = 100,
  /** Best first: nodes that are split, or being split, while others may have to be split before. At the end: splits to drop. */
  ahead = 101,
  mostAhead = 102,
  /** How many nodes have their place in the order of growth. */
  orders = 103,
  /** Nodes that are split now. */
  busy = 104,
  /** Whether a thread that has nothing to do may begin a split. */
  mayTake = 105,
  /** Whether the last level of a symmetric tree splits no node. */
  isLevelEmpty = 106,
  isDone = 107,
  /** Offset of the next unused word for sets of categories. */
  nextBits = 108,
  /** How often there was something new to do: threads that have nothing look at it, and sleep by it. */
  opened = 128,
  sleepers = 160,
  /** What all of it takes. */
  size = 192,
}

/** Rows of a node that several threads partition together. */
export const SHARED_ROWS = 8192;

/** What is done with a node that is split: its rows are partitioned, children are summed for which no histogram of their parent is kept, children are searched. A root is only searched. The levels of symmetric trees have phases of their own: one is begun, an open node is summed, gains are added up. At the end it waits for the lock of the tree. */
export enum SplitPhase {
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
export enum SplitWord {
  /** A `SplitPhase`. */
  phase = 0,
  /** The number of the node. */
  node = 1,
  /** The number of its left child. */
  firstChild = 2,
  /** Whether it is not a node, but all nodes of a level of a symmetric tree. */
  isLevel = 3,
  /** Whether the children are leaves in any case. */
  areLast = 4,
  /** Offset of a job of `partRecords`. */
  cut = 5,
  /** Offset of a byte by bin, or by code of a bundle. */
  sides = 6,
  /** Offset of U32: room for the blocks that a partition leaves. */
  unsettled = 7,
  /** Offsets of histograms for nodes that find no other. */
  spares = 8,
  /** Offsets of histograms that are 0 but for the search of small children. */
  blanks = 10,
  /** Whether the children are small. */
  isSmall = 12,
  /** Offsets of the jobs that search the children. */
  scans = 13,
  /** Nodes that are searched. */
  scanCount = 15,
  /** Their numbers. */
  scanned = 16,
  /** Offsets of U8 by feature: whether the node may use it. */
  allowed = 18,
  /** Offset of U32 by feature: random bits. */
  draws = 20,
  /** Offset of U8 by feature: whether the level may use it. */
  level = 21,
  /** Whether it is worth the while of several threads. */
  isShared = 32,
  /** Threads that take part; 0: nobody may join. */
  users = 33,
  /** The next share of the search that nobody has taken. */
  next = 34,
  /** What all of it takes. */
  size = 64,
}
