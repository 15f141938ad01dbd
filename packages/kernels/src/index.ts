export type { Arena, ArenaContent } from "./arena/arena.ts";
export { arenaBytes } from "./arena/arena-bytes.ts";
export { ArenaTooLargeError } from "./arena/arena-too-large-error.ts";
export { growKernels } from "./arena/grow-kernels.ts";
export { checkArenaBytes, hasKernels, leaseArena, leaseSharedArena, type SharedLease } from "./arena/lease-arena.ts";
export type { OwnLoss } from "./arena/own-loss.ts";
export { takeLoss } from "./arena/take-loss.ts";
export { Team } from "./arena/team.ts";
export type { BinLimits } from "./bins/bin-scans.ts";
export type { BinnedShape } from "./bins/binned-layout.ts";
export { BinnedRoom } from "./bins/binned-room.ts";
export type { BundleShape } from "./bins/bundles.ts";
export type { GrownLeaves } from "./bins/grown-leaves.ts";
export { LeafRoom } from "./bins/leaf-room.ts";
export type { LeafDraw, LeafShape, LeafTree } from "./bins/leaf-task.ts";
export {
  type ClassPass,
  MOST_LEAVES,
  type OneScoreLoss,
  type PairOf,
  PairPasses,
  type PairShape,
  type RoundedPairs,
  type RowRuns,
  type Steps,
} from "./bins/pair-passes.ts";
export { type ColumnBins, ColumnRoom, type ColumnShape } from "./columns/column-room.ts";
export type { GrownNodes } from "./exact/grown-nodes.ts";
export { SharedTrees } from "./exact/shared-trees.ts";
export { TreeEntries } from "./exact/tree-entries.ts";
export { TreeRoom } from "./exact/tree-room.ts";
export type { TreeMeasure, TreeShape, TreeTask } from "./exact/tree-task.ts";
export { beginGains, heldGain } from "./formulas/newton-gain.ts";
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
export { LEAF_NEXT, RankedPart, RankedTree } from "./generated/ranks-layout.ts";
export { MISSING, NEW, PARTITION_SWEEPS, POWER_ROUNDS } from "./generated/tree-layout.ts";
export { WALK_ROWS, WalkNode, WalkTree } from "./generated/walk-layout.ts";
export { clock } from "./host/clock.ts";
export { configureKernels, type KernelOptions, mayHaveKernels } from "./host/configure-kernels.ts";
export { warnOnConsole } from "./host/host-console.ts";
export { availableThreads, type HostWorker, hostWorkerOf, keepToOneThread } from "./host/host-worker.ts";
export { createPacer, type Pacer, type StopSignal } from "./host/pacer.ts";
export { reasonText } from "./host/reason-text.ts";
export { timer } from "./host/timer.ts";
export { WorkerFailedError } from "./host/worker-failed-error.ts";
export { exp } from "./math/exp.ts";
export { log } from "./math/log.ts";
export { newtonSaving, newtonStep, type StepRules } from "./math/newton-gain.ts";
export { linkScores } from "./predict/link-scores.ts";
export {
  MOST_RANKED,
  MOST_THRESHOLDS,
  NO_RANK,
  orderOfThreshold,
  thresholdWords,
  writeNoThreshold,
  writeThreshold,
  writeThresholds,
} from "./predict/thresholds.ts";
export {
  leaseWalkRoom,
  leaseWalkTeam,
  type WalkedBlock,
  type WalkedColumn,
  type WalkedList,
  type WalkRoom,
  type WalkShape,
} from "./predict/walk-room.ts";
