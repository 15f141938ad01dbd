import { TaskKind, TaskWord } from "./generated/tasks-layout";
import { binColumn } from "./columns/bin-column";
import { growLeaves } from "./bins/grow-leaves";
import { growTree, loadShare, partShare, scratchOf, searchShare } from "./exact/grow-tree";
import { walkTrees } from "./predict/walk-block";
import { layRecords, packRecords } from "./bins/part-records";
import { addByLeaf, addToScores, derive, findShares, markLeaf, roundPairs, sumByLeaf, sumPairs } from "./bins/row-passes";

/** Runs a task on a thread; what it writes, no other task of the same list writes. */
export function runTask(task: usize, thread: u32): void {
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
  if (kind == TaskKind.walkTrees) return walkTrees(job, to);
  partShare(job, from, to, scratchOf(job, out, thread));
}
