import { LeafColumn, LeafSlot, LeafWord, SplitWord } from "../generated/leaf-layout";
import { PAIR_BYTES, RoomWord } from "../generated/room-layout";
import { pairOfRecord, WIDE } from "./histogram";
import { addPair, countsOf, nodeAt, rowsOf } from "./leaf-tree";

// A histogram has more slots than a small node has rows, and to write it, to subtract it and to make it 0 again takes longer than all else.
// So the children of a small node are summed row by row, in two histograms that are 0 otherwise, and only the slots of these rows are made
// 0 after the search. No histogram is kept: below a small node all nodes are small.
//
// Most bins of such a node, and of some that are larger, are empty. The search of a feature lists the bins of the rows, in their order.

/** Sums the children that are searched. */
export function sumSmall(job: usize, split: usize): void {
  for (let search: u32 = 0, count = load<u32>(split, SplitWord.scanCount); search < count; search++) {
    const node = nodeAt(job, load<u32>(split + (<usize>search << 2), SplitWord.scanned));
    addRows(job, node, false);
  }
}

/** Makes their histograms 0 again. */
export function clearSmall(job: usize, split: usize): void {
  for (let search: u32 = 0, count = load<u32>(split, SplitWord.scanCount); search < count; search++) {
    const node = nodeAt(job, load<u32>(split + (<usize>search << 2), SplitWord.scanned));
    addRows(job, node, true);
    store<u32>(node, 0, LeafSlot.sums);
  }
}

/** Adds the rows of a node to its histogram, or makes their slots 0. */
function addRows(job: usize, node: usize, clears: bool): void {
  const room = <usize>load<u32>(job, LeafWord.room);
  const sums = <usize>load<u32>(node, LeafSlot.sums);
  const counts = countsOf(job, sums);
  const pairBytes = load<u32>(job, LeafWord.pairBytes);
  const hasWideBins = load<u32>(room, RoomWord.hasWideBins) != 0;
  for (let place = load<u32>(node, LeafSlot.from), end = load<u32>(node, LeafSlot.to); place < end; place++) {
    const record = recordAt(room, place);
    const row = rowAt(room, place);
    const to = sums + classPairOf(room, row) * pairBytes;
    const pair = pairOfRecord(room, record, row);
    if (hasWideBins || counts != 0) addSlots(room, record, pair, to, counts, clears);
    else if (clears) clearBytes(room, record, to);
    else addBytes(room, record, pair, to);
  }
}

/** The slots of four columns at once; those behind the last column are nobody's. */
function addBytes(room: usize, record: usize, pair: v128, sums: usize): void {
  for (let bin = record + PAIR_BYTES, end = bin + load<u32>(room, RoomWord.columns); bin < end; bin += 4) {
    const four = load<u32>(bin);
    addPair(sums + ((four & 255) << 4), pair);
    addPair(sums + ((four >>> 4) & 0xff0) + WIDE, pair);
    addPair(sums + ((four >>> 12) & 0xff0) + 2 * WIDE, pair);
    addPair(sums + ((four >>> 20) & 0xff0) + 3 * WIDE, pair);
    sums += 4 * WIDE;
  }
}

function clearBytes(room: usize, record: usize, sums: usize): void {
  const nothing = i64x2.splat(0);
  for (let bin = record + PAIR_BYTES, end = bin + load<u32>(room, RoomWord.columns); bin < end; bin += 4) {
    const four = load<u32>(bin);
    v128.store(sums + ((four & 255) << 4), nothing);
    v128.store(sums + ((four >>> 4) & 0xff0), nothing, WIDE);
    v128.store(sums + ((four >>> 12) & 0xff0), nothing, 2 * WIDE);
    v128.store(sums + ((four >>> 20) & 0xff0), nothing, 3 * WIDE);
    sums += 4 * WIDE;
  }
}

/** Bins of two bytes, or rows that are counted. */
function addSlots(room: usize, record: usize, pair: v128, sums: usize, counts: usize, clears: bool): void {
  const columns = <usize>load<u32>(room, RoomWord.columns);
  const starts = <usize>load<u32>(room, RoomWord.slotStarts);
  const hasWideBins = load<u32>(room, RoomWord.hasWideBins) != 0;
  for (let column: usize = 0; column < columns; column++) {
    const bin = record + PAIR_BYTES + (hasWideBins ? column << 1 : column);
    const slot = <usize>load<u32>(starts + (column << 2)) + <usize>(hasWideBins ? <u32>load<u16>(bin) : <u32>load<u8>(bin));
    if (clears) v128.store(sums + (slot << 4), i64x2.splat(0));
    else addPair(sums + (slot << 4), pair);
    if (counts != 0) store<u32>(counts + (slot << 2), clears ? 0 : load<u32>(counts + (slot << 2)) + 1);
  }
}

/** Adds up the weights of a node's classes. */
export function weighRows(job: usize, node: usize, to: usize): void {
  const room = <usize>load<u32>(job, LeafWord.room);
  for (let place = load<u32>(node, LeafSlot.from), end = load<u32>(node, LeafSlot.to); place < end; place++) {
    const row = rowAt(room, place);
    addPair(to + (classPairOf(room, row) << 4), pairOfRecord(room, recordAt(room, place), row));
  }
}

@inline
function recordAt(room: usize, place: u32): usize {
  return <usize>load<u32>(room, RoomWord.records) + <usize>place * load<u32>(room, RoomWord.stride);
}

@inline
function rowAt(room: usize, place: u32): usize {
  return <usize>load<u32>(<usize>load<u32>(room, RoomWord.rows) + (<usize>place << 2));
}

/** The pair of classes that a row adds to. */
@inline
function classPairOf(room: usize, row: usize): usize {
  const pairs = <usize>load<u32>(room, RoomWord.classPairs);
  return pairs == 0 ? 0 : <usize>load<u8>(pairs + row);
}

/** Whether the bins of a node are listed. */
@inline
export function isListed(job: usize, node: usize): bool {
  return rowsOf(node) <= load<u32>(job, LeafWord.mostListed);
}

/** Sums by listed bin, and behind them those of missing values; those of the next two classes are `listWidth` behind. */
export let listedPairs: usize = 0;
/** The rows of each listed bin, and of missing values; 0 if rows are not counted. */
export let listedCounts: usize = 0;
export let listWidth: usize = 0;
let listedBins: usize = 0;

@inline
export function listedBin(place: u32): u32 {
  return load<u32>(listedBins + (<usize>place << 2));
}

/** Lists the bins of a feature in `list`, which begins with a bit for each bin, all 0. Gives how many have rows, without missing values. */
export function listBins(job: usize, node: usize, column: usize, bins: usize, counts: usize, list: usize): u32 {
  const missing = load<u32>(column, LeafColumn.missing);
  listWidth = (<usize>load<u32>(job, LeafWord.mostListed) + 5) & ~3;
  listedBins = list + <usize>load<u32>(job, LeafWord.listMask);
  listedPairs = listedBins + (listWidth << 3);
  listedCounts = counts == 0 ? 0 : listedBins + (listWidth << 2);
  markBins(job, node, column, list);
  const stride = <usize>load<u32>(job, LeafWord.pairBytes);
  let count: u32 = 0;
  for (let word: u32 = 0; word <= missing >> 6; word++) {
    const mask = list + (<usize>word << 3);
    let bits = load<u64>(mask);
    store<u64>(mask, 0);
    for (; bits != 0; bits &= bits - 1) {
      const bin = (word << 6) + <u32>ctz(bits);
      if (bin == missing) break;
      store<u32>(listedBins + (<usize>count << 2), bin);
      copySlot(job, bins, bin, counts, count++, stride);
    }
  }
  copySlot(job, bins, missing, counts, count, stride);
  return count;
}

function markBins(job: usize, node: usize, column: usize, mask: usize): void {
  for (let place = load<u32>(node, LeafSlot.from), end = load<u32>(node, LeafSlot.to); place < end; place++) {
    const bin = binOf(job, column, place);
    const word = mask + (<usize>(bin >> 6) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << (bin & 63)));
  }
}

/** The bin of a row, by its place. Columns in bundles have none. */
@inline
export function binOf(job: usize, column: usize, place: u32): u32 {
  const room = <usize>load<u32>(job, LeafWord.room);
  const at = recordAt(room, place) + load<u32>(column, LeafColumn.binAt);
  return load<u32>(room, RoomWord.hasWideBins) != 0 ? <u32>load<u16>(at) : <u32>load<u8>(at);
}

@inline
function copySlot(job: usize, bins: usize, bin: u32, counts: usize, place: u32, stride: usize): void {
  let from = bins + (<usize>bin << 4);
  let to = listedPairs + (<usize>place << 4);
  v128.store(to, v128.load(from));
  for (let pair: u32 = 1; pair < load<u32>(job, LeafWord.classPairs); pair++) {
    from += stride;
    to += listWidth << 4;
    v128.store(to, v128.load(from));
  }
  if (counts != 0) store<u32>(listedCounts + (<usize>place << 2), load<u32>(counts + (<usize>bin << 2)));
}
