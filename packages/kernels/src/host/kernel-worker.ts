import { type HostWorker, startWorker } from "./host-worker.ts";
import { reasonText } from "./reason-text.ts";
import { timer } from "./timer.ts";
import { WorkerFailedError } from "./worker-failed-error.ts";
import { type TeamMessage, WORKER_READY, type WorkerTask } from "./worker-task.ts";

/** Milliseconds that a worker has to say that it is ready. A script that is none of ours never says it. */
const READY_WITHIN = 10_000;

/** What is known of the workers that were started since `configureKernels`. */
export interface WorkerSetting {
  /** Why the host refused the last one; null where that was ready. */
  refusal: string | null;
}

/**
 * A thread beside the caller's, which runs kernels in a shared memory: it shares the tasks of a team, or grows a tree. It takes 30 ms to
 * start, and a fit begins before. If the host refuses the worker, the fit goes on without it.
 */
export class KernelWorker {
  readonly #worker: HostWorker;
  /** False where the host refuses the worker. */
  readonly ready: Promise<boolean>;
  #settle: { resolve(answer: unknown): void; reject(reason: unknown): void } | null = null;
  /** Null if the worker was ready, undefined as long as that is not known. */
  #refusal: string | null | undefined;
  #failure: { readonly reason: unknown } | null = null;

  /** Throws where the host has no workers. */
  constructor(
    readonly number: number,
    readonly setting: WorkerSetting,
  ) {
    const worker = startWorker();
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
    worker.hold(false);
    this.ready = this.#begin();
  }

  /** Waits until the worker has said that it is ready. */
  async #begin(): Promise<boolean> {
    const late = timer(READY_WITHIN);
    late.letEnd();
    try {
      const first = await Promise.race([this.#answer(), late.done]);
      const what = first === null ? `none within ${READY_WITHIN / 1000} s` : "another";
      const message = `expected a worker to begin with "${WORKER_READY}", got ${what}; serve the file of this version`;
      if (first !== WORKER_READY) throw new Error(message);
      this.#refusal = null;
    } catch (reason) {
      this.#failure ??= { reason };
      this.#refusal = reasonText(this.#failure.reason);
      this.#worker.terminate();
    }
    late.stop();
    this.#settle = null;
    this.setting.refusal = this.#refusal;
    return this.#refusal === null;
  }

  end(): void {
    this.#worker.terminate();
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Why the host refuses the worker. As long as that is not known, it is taken to do what it did the last time. */
  get refusal(): string | null {
    return this.#refusal === undefined ? this.setting.refusal : this.#refusal;
  }

  /** Throws where the worker has failed after it was ready. */
  check(): void {
    if (this.#failure !== null && this.#refusal === null)
      throw new WorkerFailedError(this.number, this.#failure.reason);
  }

  /** Shares the tasks of a board; resolves when that is over, or the worker has failed, which `check` tells. */
  async serve(task: TeamMessage, over: Promise<false>): Promise<void> {
    if (await Promise.race([this.ready, over])) await this.ask(task).catch(() => {});
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
