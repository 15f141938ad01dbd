/** What a worker is told to do. Offsets are in bytes. */
export type WorkerTask = TreeMessage | TeamMessage;

/** A tree that it is to grow. */
export interface TreeMessage {
  readonly module: object;
  readonly memory: object;
  /** The tree's slots. */
  readonly job: number;
}

/** A board with tasks, which it is to share until that is over. */
export interface TeamMessage {
  readonly module: object;
  readonly memory: object;
  /** Of a loss that brought its own derivatives; null: there is none. */
  readonly loss: object | null;
  readonly board: number;
  readonly thread: number;
}

/** The first message of a worker's. Another text with each change of a message: a host may serve the file of an older version. */
export const WORKER_READY = "cambium worker 4";
