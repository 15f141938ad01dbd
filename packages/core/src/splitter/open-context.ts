import { arenaBytes, scanJobsBytes } from "@cambium/kernels";
import { leaseRun } from "../util/lease-run.ts";
import { BestCut } from "./best-cut.ts";
import type { SearchContext } from "./column-search.ts";
import { RowPartition } from "./row-partition.ts";
import { recordWidth, type SearchPlan } from "./splitter.ts";

/** Scans in one list of kernel jobs, and what the list may take: with thousands of classes a job has long records. */
const MOST_JOBS = 1024;
const MOST_JOB_BYTES = 2 ** 22;

/** Leases the memory of a whole fit: the sorted columns, their arrangements of the rows, the goal, and the list of jobs. */
export async function openContext(plan: SearchPlan, isSorted: readonly boolean[]): Promise<SearchContext> {
  const { rowCount } = plan.dataset;
  const width = recordWidth(plan.criterion, plan.dataset);
  const jobs = Math.max(1, Math.min(MOST_JOBS, Math.floor(MOST_JOB_BYTES / scanJobsBytes(1, width))));
  const sortedCount = isSorted.filter(Boolean).length;
  const bytes = arenaBytes([
    ...new Array<number>(sortedCount + 2).fill(8 * rowCount),
    ...RowPartition.byteLengths(rowCount, sortedCount),
    scanJobsBytes(jobs, width),
  ]);
  const arena = await leaseRun(bytes);
  return {
    plan,
    width,
    arena,
    signal: plan.criterion.goal === "gradients" ? arena.float64(rowCount) : arena.int32(rowCount),
    weights: arena.float64(rowCount),
    partition: new RowPartition(arena, rowCount, isSorted),
    jobs: arena.scanJobs(jobs, width),
    best: new BestCut(plan.criterion, width, plan.minRowsLeaf, plan.minChildWeight ?? 0),
  };
}
