export type { Arena, ArenaContent } from "./arena.ts";
export { arenaBytes, scanJobsBytes } from "./arena-bytes.ts";
export { ArenaTooLargeError } from "./arena-too-large-error.ts";
export type { BinLimits, BinnedScan } from "./bin-scans.ts";
export type { BinnedShape } from "./binned-layout.ts";
export { type BinnedCut, BinnedRoom, type BinnedRoomParts } from "./binned-room.ts";
export type { BundleShape } from "./bundles.ts";
export { ClassRoom, type ClassScan } from "./class-room.ts";
export { clock } from "./clock.ts";
export { type ColumnBins, ColumnRoom, type ColumnShape } from "./column-room.ts";
export { configureKernels, type KernelOptions } from "./configure-kernels.ts";
export { exp } from "./exp.ts";
export {
  BOUND_MARGIN,
  entropyBound,
  entropyOfTerms,
  entropyTerm,
  entropyTermBound,
  poissonBound,
  poissonGain,
  surprise,
  surpriseBound,
} from "./formulas/surprise.ts";
export type { BinCut, FoundCuts } from "./found-cuts.ts";
export { LEAF_NEXT, RankedPart, RankedTree } from "./generated/ranks-layout.ts";
export { MISSING, NEW, PARTITION_SWEEPS, POWER_ROUNDS } from "./generated/tree-layout.ts";
export { BelowWord, WalkTree } from "./generated/walk-layout.ts";
export type { GrownNodes } from "./grown-nodes.ts";
export { warnOnConsole } from "./host-console.ts";
export { availableThreads, type HostWorker, hostWorkerOf, keepToOneThread } from "./host-worker.ts";
export { type LeafDraw, type LeafNode, LeafRoom, type LeafTree } from "./leaf-room.ts";
export { checkArenaBytes, kernelEngine, leaseArena, leaseSharedArena, type SharedLease } from "./lease-arena.ts";
export { type LevelBinCut, type LevelNode, LevelRoom } from "./level-room.ts";
export { linkScores } from "./link-scores.ts";
export { log } from "./log.ts";
export { NewtonGain, newtonSaving, newtonStep, type StepRules } from "./newton-gain.ts";
export type { OwnLoss } from "./own-loss.ts";
export { createPacer, type Pacer, type StopSignal } from "./pacer.ts";
export {
  type ClassPass,
  MOST_LEAVES,
  type OneScoreLoss,
  type PairOf,
  PairPasses,
  type PairShape,
  type RoundedPairs,
  type RowRun,
  type Steps,
} from "./pair-passes.ts";
export { reasonText } from "./reason-text.ts";
export type { ScanJob, ScanJobs } from "./scan-jobs.ts";
export type { ScanKernel } from "./scan-kernel.ts";
export { SharedTrees } from "./shared-trees.ts";
export { categoriesUpTo } from "./sort-categories.ts";
export { Team } from "./team.ts";
export {
  MOST_RANKED,
  MOST_THRESHOLDS,
  NO_RANK,
  RANK_COLUMN_BYTES,
  thresholdWords,
  writeThresholds,
} from "./threshold-list.ts";
export { timer } from "./timer.ts";
export { TreeEntries } from "./tree-entries.ts";
export { TreeRoom } from "./tree-room.ts";
export type { TreeMeasure, TreeShape, TreeTask } from "./tree-task.ts";
export { leaseRanksRoom, type RankedColumn, type RanksRoom, type RanksShape } from "./walk-ranks-room.ts";
export { leaseWalkRoom, type WalkRoom, type WalkShape } from "./walk-room.ts";
export { leaseRanksTeam, leaseWalkTeam, type WalkTeam } from "./walk-team.ts";
export { WorkerFailedError } from "./worker-failed-error.ts";
export { WALK_ROWS, walkColumnBytes, writeNoThreshold, writeThreshold } from "./write-threshold.ts";
