// One tree that is grown whole, as `src/tree-slots.ts` lays it out: float64 slots, all offsets in bytes from the start of
// the memory. Whoever has the memory can grow it: a call does a share of the work and leaves all state in the slots.

export const enum Slot {
  // Given: where things are.
  base, // u32 entries of all rows, in runs; that of a feature is in the order of its values
  runs, // the tree's own entries: runs of the rows in the bag
  runNumbers, // u32 by feature: the number of its run, or NO_RUN
  rowsRun, // the number of the run that has the rows in their own order; only where thresholds are drawn
  stride, // bytes from one run to the next, in both
  rowCount, // entries of a run in `base`
  payload, // u32 by row: what is put into the row's entries, and IN_BAG
  side, // u8 by row: the child that the row goes to
  scratch, // u32 entries: room for those that go right
  features, // u32: those that the tree may use; the ones that are constant in the node stand first
  featureCount,
  draws, // u32 by feature: random bits
  pairs, // f64 by place: gradient and hessian side by side; none for classes
  weights, // f64 by row: weights of classes; 0 where they stand in the entries
  rows, // u32 by place: its row; 0 where entries have rows, and so their places stay
  places, // u32 by place: the place that it moves to
  spareRows, // room for as many rows, and pairs, while they move
  sparePairs,
  settlesRows, // 1: rows move to their leaves, too, where nobody looks for a cut any more
  isWhole, // 1: the tree may see all rows, and its root's runs are those of `base`
  targets, // f64 by row, or 0: what each row alone would say
  stack, // open nodes
  records, // statistics records of the node: its own, left of the cut, missing, left child of the best cut
  nodes, // finished nodes, for the caller to take away
  nodeCapacity, // numbers in `nodes`, without the room for one more node
  kinds, // u8 by feature: 1 for categories
  values, // f64 by row and feature; none where no thresholds are drawn
  rowStride, // bytes from one row to the next in `values`
  seen, // f64: the values of the node's rows, in the order of their run
  tally, // statistics records of the node's categories, in the order of their codes
  tallyRows, // u32: the rows of each
  order, // u32: the categories in the order in which they go left
  keys, // f64: what they are sorted by
  sides, // u8: 1 for each that goes left; of the best cut too
  bestSides,
  axes, // f64: three vectors of a number a class

  // Given: what to do.
  classes, // 0 for gradients
  rowBits, // an entry's lowest bits are its row, or place, then its class, then its weight
  codeBits,
  weightBits, // 0 where the weight does not stand in the entries
  l2,
  minRowsLeaf,
  minChildWeight,
  maxDepth,
  minRowsSplit,
  minGain,
  gainUnit,
  purity, // above 1 for none
  featuresPerNode,
  drawKey, // random state behind the tree's key and the purpose
  tieKey, // the same for ties between features; below 0 they go to the lowest
  thresholdKey, // the same for thresholds; below 0 all are tried
  oneVsRest, // 1: a cut parts one category from all others
  mostTried, // categories up to which all partitions are tried

  // State: what is being done.
  phase,
  turn, // place in `features`
  cursor, // entries done
  put, // entries that went left
  moved, // entries that went right, or NEW that waits
  waiting, // NEW that waits for the next entry of the left side; and of the right
  waitingRight,
  searched, // features that count as drawn
  open, // nodes on the stack
  made, // nodes that have a number
  written, // numbers in `nodes`

  // State: the node.
  id,
  start,
  count,
  middle, // the first place of the right child
  source, // where the node's runs are: `base`, or `runs`
  depth,
  path,
  constants, // features known to be constant

  // State: the scan of one feature.
  present,
  left, // sums left of the cut: weight or hessians, gradients or weight of class 1, and squares
  leftSignal,
  leftSquares,
  rightSquares,
  categories, // of the node, so far
  low, // least and greatest value
  high,
  drawn, // the threshold

  // State: the best cut.
  gain,
  feature,
  position,
  missingLeft,
  missingRows,
  threshold, // where it was drawn

  end,
}

/** An entry: its value differs from that of the entry before. Not asked of the first one of a run. */
export const NEW: u32 = 0x80000000;
/** An entry has no value: such entries stand last. */
export const MISSING: u32 = 0x40000000;
/** A row's payload: it is in the tree's bag. */
export const IN_BAG: u32 = 0x80000000;

/** Instead of the number of a run: the feature has none, its values are looked up by row. */
export const NO_RUN: u32 = 0xffffffff;

export const enum Phase { load, next, search, cut, part, done }

/** What a call returns. */
export const enum Outcome { done, more, full }

/** Entries handled between two looks at the budget. */
export const CHUNK: u32 = 32_768;

let job: usize = 0;

@inline export function useJob(at: usize): void { job = at; }
@inline export function num(slot: Slot): f64 { return load<f64>(job + (<usize>slot << 3)); }
@inline export function int(slot: Slot): u32 { return <u32><i64>load<f64>(job + (<usize>slot << 3)); }
@inline export function at(slot: Slot): usize { return <usize><i64>load<f64>(job + (<usize>slot << 3)); }
@inline export function put(slot: Slot, value: f64): void { store<f64>(job + (<usize>slot << 3), value); }

/** Numbers in a statistics record. */
@inline export function widthOf(): u32 { const classes = int(Slot.classes); return classes == 0 ? 2 : classes + 1; }
@inline export function parentRecord(): usize { return at(Slot.records); }
@inline export function leftRecord(): usize { return at(Slot.records) + 8 * <usize>widthOf(); }
@inline export function missingRecord(): usize { return at(Slot.records) + 16 * <usize>widthOf(); }
@inline export function bestRecord(): usize { return at(Slot.records) + 24 * <usize>widthOf(); }

/** The number at a place of a record. */
@inline export function numberAt(record: usize, index: usize): f64 { return load<f64>(record + (index << 3)); }
@inline export function saveNumber(record: usize, index: usize, value: f64): void { store<f64>(record + (index << 3), value); }

/** Sets a record to 0. It has few numbers, and to fill memory in bulk is a call out of the module. */
@inline export function clearRecord(record: usize): void {
  for (let k: usize = 0, width = <usize>widthOf(); k < width; k++) saveNumber(record, k, 0);
}

/** The feature at a place of the list. */
@inline export function featureAt(place: u32): u32 { return load<u32>(at(Slot.features) + (<usize>place << 2)); }
@inline export function saveFeature(place: u32, feature: u32): void {
  store<u32>(at(Slot.features) + (<usize>place << 2), feature);
}
/** The number of a feature's run, or NO_RUN. */
@inline export function runNumberOf(feature: u32): u32 {
  return load<u32>(at(Slot.runNumbers) + (<usize>feature << 2));
}
/** The node's part of a run. */
@inline export function partOfRun(number: u32): usize {
  return at(Slot.source) + <usize>number * at(Slot.stride) + (at(Slot.start) << 2);
}
/** How far a run of the node's children is from its own. */
@inline
export function wayToChildren(): usize { return at(Slot.runs) - at(Slot.source); }
/** The node's run of a feature. */
@inline export function runOf(feature: u32): usize { return partOfRun(runNumberOf(feature)); }
/** The node's rows in the order of their numbers. */
@inline export function runOfRows(): usize { return partOfRun(int(Slot.rowsRun)); }
@inline export function isCategorical(feature: u32): bool { return load<u8>(at(Slot.kinds) + feature) == 1; }
/** True where one threshold is drawn for each node, instead of all tried. */
@inline export function isByChance(): bool { return num(Slot.thresholdKey) >= 0; }
@inline export function rowMaskOf(): u32 { return (1 << int(Slot.rowBits)) - 1; }
/** True where rows move with their node: entries have places, and those of a node stand side by side. */
@inline export function movesRows(): bool { return at(Slot.rows) != 0; }
/** The row of an entry. */
@inline
export function rowOf(e: u32): u32 {
  const place = e & rowMaskOf();
  return movesRows() ? load<u32>(at(Slot.rows) + (<usize>place << 2)) : place;
}

/** A bijection of 32-bit integers, as in core's `random.ts`. */
@inline function mix(x: u32): u32 {
  x = (x ^ (x >>> 16)) * 0x21f0aaad;
  x = (x ^ (x >>> 15)) * 0x735a2d97;
  return x ^ (x >>> 15);
}

/** The state of core's `randomBits` after one more key below 2^32. */
@inline export function moreBits(state: u32, key: u32): u32 {
  return mix(mix(state ^ mix(key)) + 0x7f4a7c15);
}

/** Of two features on which cuts gain alike, whether the first one's is taken: as core's `winsTie`. */
export function winsTie(feature: u32, rival: u32): bool {
  return winsTieOf(num(Slot.tieKey), int(Slot.path), feature, rival);
}

/** The same in the node of this path; ties go to the lowest feature where the key is below 0. */
export function winsTieOf(key: f64, path: u32, feature: u32, rival: u32): bool {
  if (key < 0 || feature == rival) return feature < rival;
  const state = moreBits(<u32>key, path);
  const bits = moreBits(state, feature);
  const rivalBits = moreBits(state, rival);
  return bits < rivalBits || (bits == rivalBits && feature < rival);
}

/** `randomBits(parent, child)`: the path of a child. */
@inline export function childPath(parent: u32, child: u32): u32 {
  return moreBits(moreBits(0x9e3779b9, parent), child);
}
