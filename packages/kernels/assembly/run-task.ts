import { addLevelGains } from "./add-level-gains";
import { binColumn } from "./bin-column";
import { growLeaves } from "./grow-leaves";
import { growTree } from "./grow-tree";
import { makeCalls } from "./make-calls";
import { layRecords, packRecords, partRecords, sumNode } from "./part-records";
import { addByLeaf, addToScores, derive, findShares, markLeaf, roundPairs, sumByLeaf, sumPairs } from "./row-passes";
import { scanBins } from "./scan-bins";
import { scanClasses } from "./scan-classes";
import { loadShare, partShare, scratchOf, searchShare } from "./share-tree";

// A task is one share of some work, small enough to hand out: u32 words, as `src/task-words.ts` lays them out.
const KIND: usize = 0;
const JOB: usize = 4; // offset
const FROM: usize = 8;
const TO: usize = 12;
const OUT: usize = 16; // offset

/** Runs a task on a thread; what it writes, no other task of the same list writes. */
export function runTask(task: usize, thread: u32): void {
  const job = <usize>load<u32>(task, JOB);
  const from = load<u32>(task, FROM);
  const to = load<u32>(task, TO);
  const out = <usize>load<u32>(task, OUT);
  switch (load<u32>(task, KIND)) {
    case 0:
      packRecords(job, from, to, thread);
      break;
    case 1:
      partRecords(job, from, to, thread);
      break;
    case 2:
      sumNode(job, from, to, thread);
      break;
    case 3:
      scanBins(job);
      break;
    case 4:
      derive(job, from, to, out);
      break;
    case 5:
      roundPairs(job, from, to, out);
      break;
    case 6:
      sumPairs(job, from, to, out);
      break;
    case 7:
      addToScores(job, from, to, out);
      break;
    case 8:
      markLeaf(job, from, to, out);
      break;
    case 9:
      sumByLeaf(job, from, to, out);
      break;
    case 10:
      addByLeaf(job, from, to);
      break;
    case 11:
      layRecords(job, from, to);
      break;
    case 12:
      binColumn(job, to);
      break;
    case 13:
      growTree(job, to);
      break;
    case 14:
      loadShare(job, from, to);
      break;
    case 15:
      searchShare(job, from, to);
      break;
    case 17:
      addLevelGains(job, from, to);
      break;
    case 18:
      scanClasses(job);
      break;
    case 19:
      findShares(job, from, to);
      break;
    case 20:
      growLeaves(job, to, thread);
      break;
    case 21:
      makeCalls(job, to);
      break;
    default:
      partShare(job, from, to, scratchOf(job, out, thread));
  }
}
