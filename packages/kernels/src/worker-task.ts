/** What a worker is told of a tree that it is to grow: where things are in the memory. Offsets are in bytes. */
export interface WorkerTask {
  readonly module: object;
  readonly memory: object;
  /** The tree's slots. */
  readonly job: number;
  /** How many nodes are finished. */
  readonly written: number;
  /** The finished nodes, and the numbers of each. */
  readonly nodes: number;
  readonly numbers: number;
  /** Not 0 when nobody wants the tree any more. */
  readonly stop: number;
}

/** The first message of a worker's. Another text with each change of a message: a host may serve the file of an older version. */
export const WORKER_READY = "cambium worker 1";
