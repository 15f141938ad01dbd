import { arenaBytes, scanJobsBytes } from "@cambium/kernels";
import { leaseRun } from "../util/lease-run.ts";
import { BestCut } from "./best-cut.ts";
import type { SearchContext } from "./column-search.ts";
import { RowPartition } from "./row-partition.ts";
import { recordWidth, type SearchPlan } from "./splitter.ts";

/** Scans in one list of kernel jobs, and what the list may take: with thousands of classes a job has long records. */
const MOST_JOBS = 1024;
const MOST_JOB_BYTES = 2 ** 22;

/** The memory of a whole fit: for the sorted columns, their arrangements of the rows, the goal, and the list of jobs. */
export function contextBytes(plan: SearchPlan, isSorted: readonly boolean[]): number {
  const { rowCount } = plan.dataset;
  const width = recordWidth(plan.criterion, plan.dataset);
  const sortedCount = isSorted.filter(Boolean).length;
  return arenaBytes([
    ...new Array<number>(sortedCount + 2).fill(8 * rowCount),
    ...RowPartition.byteLengths(rowCount, sortedCount),
    scanJobsBytes(jobsOf(width), width),
  ]);
}

function jobsOf(width: number): number {
  return Math.max(1, Math.min(MOST_JOBS, Math.floor(MOST_JOB_BYTES / scanJobsBytes(1, width))));
}

/** Leases it. */
export async function openContext(plan: SearchPlan, isSorted: readonly boolean[]): Promise<SearchContext> {
  const { rowCount } = plan.dataset;
  const width = recordWidth(plan.criterion, plan.dataset);
  const arena = await leaseRun(contextBytes(plan, isSorted));
  return {
    plan,
    width,
    arena,
    signal: plan.criterion.goal === "gradients" ? arena.float64(rowCount) : arena.int32(rowCount),
    weights: arena.float64(rowCount),
    partition: new RowPartition(arena, rowCount, isSorted),
    jobs: arena.scanJobs(jobsOf(width), width),
    best: new BestCut(plan.criterion, width, plan.minRowsLeaf, plan.minChildWeight ?? 0),
  };
}
