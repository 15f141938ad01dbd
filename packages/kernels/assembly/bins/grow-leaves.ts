import { LeafSlot, LeafWord, SplitPhase, SplitWord } from "../generated/leaf-layout";
import { BLOCK_ROWS, NodeWord, RoomWord } from "../generated/room-layout";
import { BoardWord } from "../generated/tasks-layout";
import { addShares, areAdded, beginLevel, beginLevelSum, nextOfLevel } from "./leaf-levels";
import { areParted, beginPart, beginSum, endPart, flushShares, partShares } from "./leaf-part";
import { addSearch, areSearched, beginSearches, endSearches, searchShares } from "./leaf-search";
import { sumSmall } from "./small-nodes";
import { dropAhead, endSplit, nodeAt, seeNext, splitAt, takeLevel, takeNext } from "./leaf-tree";

// Grows a whole tree on bins, best first or in any order, on any number of threads that all run `growLeaves`. Nobody steers: whoever
// ends the last share of something does what comes next. Of a large node each thread takes blocks of rows, then shares of the
// search. A small one stays with its thread, and the others have nodes of their own.
//
// The caller's thread never waits. It leaves when it has done its part of a turn, when there is nothing for it to do for some
// microseconds, or when somebody else has a lock; it goes on there with the next call.

/** What a search of two children is counted as in a turn of the caller's thread, in blocks of rows. */
const BLOCKS_OF_SEARCH: i64 = 2;
/** The features that it searches for a block of rows. */
const FEATURES_PER_BLOCK: i64 = 64;

/** Looks at a lock, or for something to do, before the caller's thread leaves: some 5 µs. */
const CALLER_LOOKS: u32 = 1000;
/** Looks before a worker sleeps: some 200 µs. */
const LOOKS: u32 = 200_000;
/** A worker sleeps no longer than this, in nanoseconds, should a call to wake it ever be lost. */
const SLEEP: i64 = 100_000_000;

/** What a step gives if it has to be taken again later, because another thread has a lock or a turn is over. */
const LATER: usize = 1;

/** Works on a tree until it is grown, or until the caller's thread has done so many blocks of rows. */
export function growLeaves(job: usize, blocks: u32, thread: u32): void {
  let split: usize = thread == 0 ? <usize>load<u32>(job, LeafWord.callerAt) : 0;
  let left = <i64>blocks;
  while (left > 0) {
    // Read before anything else is looked at: whatever comes later is a reason not to wait.
    const seen = atomic.load<u32>(job + LeafWord.opened);
    if (atomic.load<u32>(job + LeafWord.isDone) != 0) break;
    if (split == 0) {
      split = findWork(job, thread);
      if (split == 0 && waitFor(job, seen, thread)) continue;
      if (split == 0) break;
      if (split == LATER) {
        split = 0;
        break;
      }
    }
    const cost = thread == 0 ? costOf(split) : 0;
    const next = step(job, split, thread, left);
    if (next == LATER) break;
    left -= cost;
    split = next;
  }
  if (thread != 0) return;
  store<u32>(job, <u32>split, LeafWord.callerAt);
  // Somebody else's lock was in the way of a flush, which is made up for with the next call.
  store<u32>(boardOf(job), 0, BoardWord.unended);
}

@inline
function boardOf(job: usize): usize {
  return <usize>load<u32>(<usize>load<u32>(job, LeafWord.room), RoomWord.board);
}

/** In blocks of rows. */
function costOf(split: usize): i64 {
  const phase = load<u32>(split, SplitWord.phase);
  if (phase == SplitPhase.scan || phase == SplitPhase.levelAdd) return BLOCKS_OF_SEARCH;
  const cut = <usize>load<u32>(split, SplitWord.cut);
  return 1 + <i64>((load<u32>(cut, NodeWord.end) - load<u32>(cut, NodeWord.start)) / BLOCK_ROWS);
}

/** A split that others work on and that this thread joins, or one that it begins; 0 if there is nothing to do. */
function findWork(job: usize, thread: u32): usize {
  for (let i: u32 = 0, count = load<u32>(job, LeafWord.splitCount); i < count; i++) {
    const split = splitAt(job, i);
    if (atomic.load<u32>(split + SplitWord.isShared) == 0 || !hasShares(job, split)) continue;
    const users = atomic.load<u32>(split + SplitWord.users);
    if (users != 0 && atomic.cmpxchg<u32>(split + SplitWord.users, users, users + 1) == users) return split;
  }
  return load<u32>(job, LeafWord.mayTake) != 0 ? steer(job, 0, thread) : 0;
}

@inline
function hasShares(job: usize, split: usize): bool {
  const phase = load<u32>(split, SplitWord.phase);
  if (phase == SplitPhase.levelAdd) return !areAdded(job, split);
  return phase == SplitPhase.scan ? !areSearched(job, split) : !areParted(split);
}

/** Waits until there may be something to do; false if the caller's thread is to leave, or the run is over. */
function waitFor(job: usize, seen: u32, thread: u32): bool {
  const looks = thread == 0 ? CALLER_LOOKS : LOOKS;
  for (let look: u32 = 0; look < looks; look++) if (atomic.load<u32>(job + LeafWord.opened) != seen) return true;
  if (thread == 0) return false;
  const board = boardOf(job);
  atomic.add<u32>(job + LeafWord.sleepers, 1);
  if (atomic.load<i32>(board + BoardWord.isOver) == 0) atomic.wait<i32>(job + LeafWord.opened, <i32>seen, SLEEP);
  atomic.sub<u32>(job + LeafWord.sleepers, 1);
  return atomic.load<i32>(board + BoardWord.isOver) == 0;
}

/** Tells the others that there is something new. */
function signal(job: usize): void {
  if (load<u32>(job, LeafWord.isShared) == 0) return;
  atomic.add<u32>(job + LeafWord.opened, 1);
  if (atomic.load<u32>(job + LeafWord.sleepers) != 0) atomic.notify(job + LeafWord.opened);
}

/** Does shares of a split that the thread takes part in. Gives the split that it goes on with, 0 if it is free, or `LATER`. */
function step(job: usize, split: usize, thread: u32, left: i64): usize {
  const phase = load<u32>(split, SplitWord.phase);
  if (phase == SplitPhase.end) return steer(job, split, thread);
  if (phase == SplitPhase.root && load<u32>(job, LeafWord.levels) != 0) return end(job, split, thread);
  if (phase == SplitPhase.root) {
    store<u32>(split, 0, SplitWord.scanCount);
    addSearch(job, split, 0);
    return beginSearch(job, split, thread);
  }
  if (phase == SplitPhase.level) {
    beginLevel(job, split);
    return stepOfLevel(job, split, thread);
  }
  if (phase == SplitPhase.levelAdd) {
    addShares(job, split, left);
    if (!areAdded(job, split)) return LATER;
    while (atomic.cmpxchg<u32>(split + SplitWord.users, 1, 0) != 1) if (leave(split)) return 0;
    return stepOfLevel(job, split, thread);
  }
  if (phase != SplitPhase.scan) return stepOfRows(job, split, thread, left);
  searchShares(job, split, thread, FEATURES_PER_BLOCK * left);
  if (!areSearched(job, split)) return LATER;
  while (atomic.cmpxchg<u32>(split + SplitWord.users, 1, 0) != 1) if (leave(split)) return 0;
  endSearches(job, split);
  return end(job, split, thread);
}

/** Leaves a split to others; false if there are none. */
function leave(split: usize): bool {
  const users = atomic.load<u32>(split + SplitWord.users);
  return users > 1 && atomic.cmpxchg<u32>(split + SplitWord.users, users, users - 1) == users;
}

function stepOfRows(job: usize, split: usize, thread: u32, left: i64): usize {
  const before = thread == 0 ? load<u32>(job, LeafWord.callerSums) : 0;
  let unflushed = partShares(split, thread, <u32>min(left, <i64>u32.MAX_VALUE), before);
  if (thread == 0) store<u32>(job, unflushed, LeafWord.callerSums);
  if (!areParted(split)) return LATER;
  while (atomic.cmpxchg<u32>(split + SplitWord.users, 1, 0) != 1) {
    if (unflushed != 0 && !flushShares(split, thread)) return LATER;
    unflushed = 0;
    if (thread == 0) store<u32>(job, 0, LeafWord.callerSums);
    if (leave(split)) return 0;
  }
  if (thread == 0) store<u32>(job, 0, LeafWord.callerSums);
  endPart(job, split, thread, unflushed);
  return afterRows(job, split, thread);
}

/** What the thread does that was the last one to work on the rows. */
function afterRows(job: usize, split: usize, thread: u32): usize {
  const phase = load<u32>(split, SplitWord.phase);
  if (phase == SplitPhase.levelSum) return stepOfLevel(job, split, thread);
  if (load<u32>(split, SplitWord.isSmall) != 0) {
    sumSmall(job, split);
    return beginSearch(job, split, thread);
  }
  const isSummed = load<u32>(nodeAt(job, load<u32>(split, SplitWord.node)), LeafSlot.sums) != 0;
  if (phase == SplitPhase.sumRight || isSummed || load<u32>(split, SplitWord.scanCount) == 0) {
    return beginSearch(job, split, thread);
  }
  beginSum(job, split, phase == SplitPhase.part ? 0 : 1);
  store<u32>(split, phase == SplitPhase.part ? SplitPhase.sumLeft : SplitPhase.sumRight, SplitWord.phase);
  open(job, split);
  return split;
}

/** What is next for the open nodes of a level. */
function stepOfLevel(job: usize, split: usize, thread: u32): usize {
  const phase = nextOfLevel(job, split);
  if (phase == SplitPhase.end) return end(job, split, thread);
  if (phase == SplitPhase.levelSum) beginLevelSum(job, split);
  else {
    store<u32>(split, 0, SplitWord.next);
    store<u32>(split, load<u32>(job, LeafWord.isShared), SplitWord.isShared);
  }
  store<u32>(split, phase, SplitWord.phase);
  open(job, split);
  return split;
}

/** Lets others join a split. */
function open(job: usize, split: usize): void {
  atomic.store<u32>(split + SplitWord.users, 1);
  if (load<u32>(split, SplitWord.isShared) != 0) signal(job);
}

function beginSearch(job: usize, split: usize, thread: u32): usize {
  if (load<u32>(split, SplitWord.scanCount) == 0) return end(job, split, thread);
  beginSearches(job, split);
  store<u32>(split, SplitPhase.scan, SplitWord.phase);
  store<u32>(split, 0, SplitWord.next);
  store<u32>(split, load<u32>(job, LeafWord.isShared), SplitWord.isShared);
  open(job, split);
  return split;
}

function end(job: usize, split: usize, thread: u32): usize {
  store<u32>(split, SplitPhase.end, SplitWord.phase);
  return steer(job, split, thread);
}

/** Ends a split, if it is not 0, and begins the next one. Gives that, or 0 if there is none, or `LATER`. */
function steer(job: usize, split: usize, thread: u32): usize {
  if (!takeLock(job, thread)) return LATER;
  if (split != 0) endSplit(job, split);
  let next = takeNext(job);
  if (next == 0 && load<u32>(job, LeafWord.busy) == 0 && load<u32>(job, LeafWord.levels) != 0) next = takeLevel(job);
  const isDone = load<u32>(job, LeafWord.busy) == 0;
  if (isDone) {
    dropAhead(job);
    atomic.store<u32>(job + LeafWord.isDone, 1);
  }
  const hasMore = seeNext(job);
  atomic.store<u32>(job + LeafWord.lock, 0);
  if (next != 0 && load<u32>(next, SplitWord.phase) == SplitPhase.part) {
    beginPart(job, next);
    open(job, next);
  }
  if (isDone || hasMore) signal(job);
  return next;
}

function takeLock(job: usize, thread: u32): bool {
  let looks: u32 = 0;
  while (atomic.cmpxchg<u32>(job + LeafWord.lock, 0, 1) != 0) {
    if (++looks < CALLER_LOOKS) continue;
    looks = 0;
    if (thread == 0 || atomic.load<i32>(boardOf(job) + BoardWord.isOver) != 0) return false;
  }
  return true;
}
