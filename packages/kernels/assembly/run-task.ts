import { TaskKind, TaskWord } from "./generated/tasks-layout";
import { binColumn } from "./columns/bin-column";
import { growLeaves } from "./bins/grow-leaves";
import { growTree, loadShare, partShare, scratchOf, searchShare } from "./exact/grow-tree";
import { makeCalls } from "./predict/make-calls";
import { layRecords, packRecords } from "./bins/part-records";
import { addByLeaf, addToScores, derive, findShares, markLeaf, roundPairs, sumByLeaf, sumPairs } from "./bins/row-passes";

/** Runs a task on a thread; what it writes, no other task of the same list writes. */
export function runTask(task: usize, thread: u32): void {
  const job = <usize>load<u32>(task, TaskWord.job);
  const from = load<u32>(task, TaskWord.from);
  const to = load<u32>(task, TaskWord.to);
  const out = <usize>load<u32>(task, TaskWord.out);
  switch (load<u32>(task, TaskWord.kind)) {
    case TaskKind.packRecords:
      packRecords(job, from, to, thread);
      break;
    case TaskKind.derive:
      derive(job, from, to, out);
      break;
    case TaskKind.roundPairs:
      roundPairs(job, from, to, out);
      break;
    case TaskKind.sumPairs:
      sumPairs(job, from, to, out);
      break;
    case TaskKind.addToScores:
      addToScores(job, from, to, out);
      break;
    case TaskKind.markLeaf:
      markLeaf(job, from, to, out);
      break;
    case TaskKind.sumByLeaf:
      sumByLeaf(job, from, to, out);
      break;
    case TaskKind.addByLeaf:
      addByLeaf(job, from, to);
      break;
    case TaskKind.layRecords:
      layRecords(job, from, to);
      break;
    case TaskKind.binColumn:
      binColumn(job, to);
      break;
    case TaskKind.growTree:
      growTree(job, to);
      break;
    case TaskKind.loadShare:
      loadShare(job, from, to);
      break;
    case TaskKind.searchShare:
      searchShare(job, from, to);
      break;
    case TaskKind.findShares:
      findShares(job, from, to);
      break;
    case TaskKind.growLeaves:
      growLeaves(job, to, thread);
      break;
    case TaskKind.makeCalls:
      makeCalls(job, to);
      break;
    default:
      partShare(job, from, to, scratchOf(job, out, thread));
  }
}
