import { BoardWord, TaskKind, TaskWord } from "./generated/tasks-layout";
import { binColumn } from "./columns/bin-column";
import { growLeaves } from "./bins/grow-leaves";
import { growTree, loadShare, partShare, scratchOf, searchShare } from "./exact/grow-tree";
import { MOST_SUMMED } from "./generated/room-layout";
import { endShare, layRecords, packRecords } from "./bins/part-records";
import { addByLeaf, addToScores, derive, findShares, markLeaf, roundPairs, sumByLeaf, sumPairs } from "./bins/row-passes";
import { awaitTasks, countAsDone, OVER, takenTask } from "./team";

/** Takes a task and runs it, or ends the one before it; false where there is none. */
export function takeTask(board: usize, thread: u32): bool {
  const unended = thread == 0 ? <usize>load<u32>(board, BoardWord.unended) : 0;
  if (unended != 0) {
    store<u32>(board, 0, BoardWord.unended);
    // As if it had summed all that it can: they are flushed before anything else.
    endShare(unended, thread, MOST_SUMMED);
  } else {
    const task = takenTask(board, thread);
    if (task == 0) return false;
    runTask(task, thread);
  }
  countAsDone(board, thread);
  return true;
}

/** What a worker does until the caller has no more work for it. */
export function serveTasks(board: usize, thread: u32): void {
  for (let seen = awaitTasks(board, 0); seen != OVER; seen = awaitTasks(board, seen)) while (takeTask(board, thread)) {}
}

/** Runs a task on a thread; what it writes, no other task of the same list writes. */
function runTask(task: usize, thread: u32): void {
  const job = <usize>load<u32>(task, TaskWord.job);
  const from = load<u32>(task, TaskWord.from);
  const to = load<u32>(task, TaskWord.to);
  const out = <usize>load<u32>(task, TaskWord.out);
  const kind = load<u32>(task, TaskWord.kind);
  if (kind == TaskKind.packRecords) return packRecords(job, from, to, thread);
  if (kind == TaskKind.derive) return derive(job, from, to, out);
  if (kind == TaskKind.roundPairs) return roundPairs(job, from, to, out);
  if (kind == TaskKind.sumPairs) return sumPairs(job, from, to, out);
  if (kind == TaskKind.addToScores) return addToScores(job, from, to, out);
  if (kind == TaskKind.markLeaf) return markLeaf(job, from, to, out);
  if (kind == TaskKind.sumByLeaf) return sumByLeaf(job, from, to, out);
  if (kind == TaskKind.addByLeaf) return addByLeaf(job, from, to);
  if (kind == TaskKind.layRecords) return layRecords(job, from, to);
  if (kind == TaskKind.binColumn) return binColumn(job, to);
  if (kind == TaskKind.growTree) return growTree(job, to);
  if (kind == TaskKind.loadShare) return loadShare(job, from, to);
  if (kind == TaskKind.searchShare) return searchShare(job, from, to);
  if (kind == TaskKind.findShares) return findShares(job, from, to);
  if (kind == TaskKind.growLeaves) return growLeaves(job, to, thread);
  partShare(job, from, to, scratchOf(job, out, thread));
}
