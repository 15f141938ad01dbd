// Reads and writes the slots of a tree that is grown whole.

import { StatsRecord } from "../generated/scan-layout";
import { TreeSlot } from "../generated/tree-layout";

let job: usize = 0;

@inline export function useJob(at: usize): void { job = at; }
@inline export function num(slot: TreeSlot): f64 { return load<f64>(job + <usize>slot); }
@inline export function int(slot: TreeSlot): u32 { return <u32><i64>load<f64>(job + <usize>slot); }
@inline export function at(slot: TreeSlot): usize { return <usize><i64>load<f64>(job + <usize>slot); }
@inline export function put(slot: TreeSlot, value: f64): void { store<f64>(job + <usize>slot, value); }

/** Numbers in a statistics record. */
@inline export function widthOf(): u32 { const classes = int(TreeSlot.classes); return classes == 0 ? 2 : classes + 1; }
@inline export function parentRecord(): usize { return at(TreeSlot.records); }
@inline function recordOf(record: StatsRecord): usize {
  return at(TreeSlot.records) + 8 * <usize>record * <usize>widthOf();
}
@inline export function leftRecord(): usize { return recordOf(StatsRecord.left); }
@inline export function missingRecord(): usize { return recordOf(StatsRecord.missing); }
@inline export function bestRecord(): usize { return recordOf(StatsRecord.best); }
/** What the best record was while a feature with a factor is searched. */
@inline export function otherRecord(): usize { return recordOf(StatsRecord.size); }

/** The number at a place of a record. */
@inline export function numberAt(record: usize, index: usize): f64 { return load<f64>(record + (index << 3)); }
@inline export function saveNumber(record: usize, index: usize, value: f64): void { store<f64>(record + (index << 3), value); }

/** Sets a record to 0. It has few numbers, and to fill memory in bulk is a call out of the module. */
@inline export function clearRecord(record: usize): void {
  for (let k: usize = 0, width = <usize>widthOf(); k < width; k++) saveNumber(record, k, 0);
}

/** The feature at a place of the list. */
@inline export function featureAt(place: u32): u32 { return load<u32>(at(TreeSlot.features) + (<usize>place << 2)); }
@inline export function saveFeature(place: u32, feature: u32): void {
  store<u32>(at(TreeSlot.features) + (<usize>place << 2), feature);
}
/** The number of a feature's run, or NO_RUN. */
@inline export function runNumberOf(feature: u32): u32 {
  return load<u32>(at(TreeSlot.runNumbers) + (<usize>feature << 2));
}
/** The node's part of a run. */
@inline export function partOfRun(number: u32): usize {
  return at(TreeSlot.source) + <usize>number * at(TreeSlot.stride) + (at(TreeSlot.start) << 2);
}
/** How far a run of the node's children is from its own. */
@inline
export function wayToChildren(): usize { return at(TreeSlot.runs) - at(TreeSlot.source); }
/** The node's run of a feature. */
@inline export function runOf(feature: u32): usize { return partOfRun(runNumberOf(feature)); }
/** The node's rows in the order of their numbers. */
@inline export function runOfRows(): usize { return partOfRun(int(TreeSlot.rowsRun)); }
@inline export function isCategorical(feature: u32): bool { return load<u8>(at(TreeSlot.kinds) + feature) == 1; }
/** True where one threshold is drawn for each node, instead of all tried. */
@inline export function isByChance(): bool { return num(TreeSlot.thresholdKey) >= 0; }
/** True where the node with the best split is split next, instead of what lies deepest. */
@inline export function isBestFirst(): bool { return at(TreeSlot.queue) != 0; }
@inline export function rowMaskOf(): u32 { return (1 << int(TreeSlot.rowBits)) - 1; }
/** True where rows move with their node: entries have places, and those of a node stand side by side. */
@inline export function movesRows(): bool { return at(TreeSlot.rows) != 0; }
/** The row of an entry. */
@inline
export function rowOf(e: u32): u32 {
  const place = e & rowMaskOf();
  return movesRows() ? load<u32>(at(TreeSlot.rows) + (<usize>place << 2)) : place;
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
  return winsTieOf(num(TreeSlot.tieKey), int(TreeSlot.path), feature, rival);
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
