import { type HostWorker, startWorker } from "./host-worker.ts";
import { timer } from "./timer.ts";
import { WorkerFailedError } from "./worker-failed-error.ts";
import { type TeamMessage, WORKER_READY, type WorkerTask } from "./worker-task.ts";

/** Milliseconds that a worker has to say that it is ready. A script that is none of ours never says it. */
const READY_WITHIN = 10_000;

/** A thread beside the caller's, which runs kernels in a shared memory: it shares the tasks of a team, or grows a tree. */
export class KernelWorker {
  readonly #worker: HostWorker;
  #settle: { resolve(answer: unknown): void; reject(reason: unknown): void } | null = null;
  #failure: { readonly reason: unknown } | null = null;

  private constructor(
    readonly number: number,
    worker: HostWorker,
  ) {
    this.#worker = worker;
    worker.listen(
      (answer) => this.#settle?.resolve(answer),
      (reason) => {
        // What it says first is why; that it ended follows.
        this.#failure ??= { reason };
        this.#settle?.reject(reason);
        worker.terminate();
      },
    );
  }

  /** A worker that has said that it is ready. Rejects with the reason where the host has none, or refuses. */
  static async start(number: number): Promise<KernelWorker> {
    const worker = startWorker();
    const started = new KernelWorker(number, worker);
    const late = timer(READY_WITHIN);
    try {
      const first = await Promise.race([started.#answer(), late.done]);
      if (first === WORKER_READY) return started;
      const what = first === null ? `none within ${READY_WITHIN / 1000} s` : "another";
      throw new Error(`expected a worker to begin with "${WORKER_READY}", got ${what}; serve the file of this version`);
    } catch (reason) {
      worker.terminate();
      throw reason;
    } finally {
      late.stop();
      worker.hold(false);
    }
  }

  end(): void {
    this.#worker.terminate();
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Throws where the worker has failed. */
  check(): void {
    if (this.#failure !== null) throw new WorkerFailedError(this.number, this.#failure.reason);
  }

  /** Shares the tasks of a board; resolves when that is over, or the worker has failed, which `check` tells. */
  async serve(task: TeamMessage): Promise<void> {
    if (!this.hasFailed) await this.ask(task).catch(() => {});
  }

  /** Sends a task, and gives the answer. The process does not end meanwhile. */
  async ask(task: WorkerTask): Promise<unknown> {
    this.#worker.hold(true);
    try {
      const answer = this.#answer();
      this.#worker.post(task);
      return await answer;
    } catch (reason) {
      throw new WorkerFailedError(this.number, reason);
    } finally {
      this.#settle = null;
      this.#worker.hold(false);
    }
  }

  /** The next message of the worker's. */
  #answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }
}
