import { addLevelGains } from "./add-level-gains.ts";
import { binColumn } from "./bin-column.ts";
import { TaskKind, TaskWord } from "./generated/tasks-layout.ts";
import { growLeaves } from "./grow-leaves.ts";
import { growTree } from "./grow-tree.ts";
import type { Heap } from "./heap.ts";
import { layRecords, packRecords, partRecords, sumNode } from "./part-records.ts";
import { addByLeaf, addToScores, derive, findShares, markLeaf, roundPairs, sumByLeaf, sumPairs } from "./row-passes.ts";
import { scanBins } from "./scan-bins.ts";
import { scanClasses } from "./scan-classes.ts";
import { loadShare, partShare, searchShare } from "./share-tree.ts";

/** The twin of `assembly/run-task.ts`. */
export function runTask(heap: Heap, task: number, thread: number): void {
  const { u32 } = heap;
  const job = u32[task / 4 + TaskWord.job];
  const from = u32[task / 4 + TaskWord.from];
  const to = u32[task / 4 + TaskWord.to];
  const out = u32[task / 4 + TaskWord.out];
  const kind = u32[task / 4 + TaskWord.kind];
  switch (kind) {
    case TaskKind.packRecords:
      packRecords(heap, job, from, to, thread);
      break;
    case TaskKind.partRecords:
      partRecords(heap, job, from, to, thread);
      break;
    case TaskKind.sumNode:
      sumNode(heap, job, from, to, thread);
      break;
    case TaskKind.scanBins:
      scanBins(heap, job);
      break;
    case TaskKind.derive:
      derive(heap, job, from, to, out);
      break;
    case TaskKind.roundPairs:
      roundPairs(heap, job, from, to, out);
      break;
    case TaskKind.sumPairs:
      sumPairs(heap, job, from, to, out);
      break;
    case TaskKind.addToScores:
      addToScores(heap, job, from, to, out);
      break;
    case TaskKind.findShares:
      findShares(heap, job, from, to);
      break;
    case TaskKind.markLeaf:
      markLeaf(heap, job, from, to, out);
      break;
    case TaskKind.sumByLeaf:
      sumByLeaf(heap, job, from, to, out);
      break;
    case TaskKind.addByLeaf:
      addByLeaf(heap, job, from, to);
      break;
    case TaskKind.layRecords:
      layRecords(heap, job, from, to);
      break;
    case TaskKind.binColumn:
      binColumn(heap, job, to);
      break;
    case TaskKind.addLevelGains:
      addLevelGains(heap, job, from, to);
      break;
    case TaskKind.scanClasses:
      scanClasses(heap, job);
      break;
    case TaskKind.growLeaves:
      growLeaves(heap, job, to, thread);
      break;
    default:
      growShare(heap, kind, job, from, to, out);
  }
}

/** A whole tree on sorted columns, or a share of one. */
function growShare(heap: Heap, kind: number, job: number, from: number, to: number, out: number): void {
  switch (kind) {
    case TaskKind.growTree:
      growTree(heap, job, to);
      break;
    case TaskKind.loadShare:
      loadShare(heap, job, from, to);
      break;
    case TaskKind.searchShare:
      searchShare(heap, job, from, to);
      break;
    default:
      // Plain JavaScript has one thread: the first room is its own.
      partShare(heap, job, from, to, out);
  }
}
