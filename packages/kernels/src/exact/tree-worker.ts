import { storeWord } from "../arena/shared-words.ts";
import { TreeSlot } from "../generated/tree-layout.ts";
import { type HostWorker, startWorker } from "../host/host-worker.ts";
import type { Pacer } from "../host/pacer.ts";
import { reasonText } from "../host/reason-text.ts";
import { timer } from "../host/timer.ts";
import { WorkerFailedError } from "../host/worker-failed-error.ts";
import { type TeamMessage, type TreeMessage, WORKER_READY, type WorkerTask } from "../host/worker-task.ts";

/** Milliseconds between two looks at the signal while a worker is busy. */
const LOOK_AFTER = 20;

/** Milliseconds that a worker has to say that it is ready. A script that is none of ours never says it. */
const READY_WITHIN = 10_000;

/**
 * A thread beside the caller's, which grows one tree at a time in a shared memory, or shares the tasks of a team. It takes 30 ms until it
 * can: nobody waits for that, and a worker that the host refuses is done without.
 */
export class TreeWorker {
  readonly #worker: HostWorker;
  /** False where the host refuses the worker. */
  readonly #ready: Promise<boolean>;
  #settle: { resolve(answer: unknown): void; reject(reason: unknown): void } | null = null;
  #refusal: string | null = null;
  #failure: { readonly reason: unknown } | null = null;

  /** Throws where the host has no workers. */
  constructor(readonly number: number) {
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
    this.#ready = this.#begin();
  }

  /** Waits until the worker has said that it is ready. */
  async #begin(): Promise<boolean> {
    const late = timer(READY_WITHIN);
    late.letEnd();
    try {
      const first = await Promise.race([this.#answer(), late.done]);
      if (first === WORKER_READY) return true;
      const what = first === null ? `none within ${READY_WITHIN / 1000} s` : "another";
      throw new Error(`expected a worker to begin with "${WORKER_READY}", got ${what}; serve the file of this version`);
    } catch (reason) {
      this.#failure ??= { reason };
      this.#refusal = reasonText(this.#failure.reason);
      this.#worker.terminate();
      return false;
    } finally {
      late.stop();
      this.#settle = null;
    }
  }

  end(): void {
    this.#worker.terminate();
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Why the host refuses the worker, as far as that is known. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Throws where the worker has failed after it was ready. */
  check(): void {
    if (this.#failure !== null && this.#refusal === null)
      throw new WorkerFailedError(this.number, this.#failure.reason);
  }

  /** Shares the tasks of a board; resolves when that is over, or the worker has failed, which `check` tells. */
  async serve(task: TeamMessage, over: Promise<false>): Promise<void> {
    if (await Promise.race([this.#ready, over])) await this.#ask(task).catch(() => {});
  }

  /**
   * Grows the tree of a room's slots that was begun, and gives the nodes as the kernel writes them; null where the host refuses the worker.
   * Rejects with the signal's reason soon after it was given, the worker at rest.
   */
  async grow(
    slots: Float64Array,
    { module, memory }: Pick<TreeMessage, "module" | "memory">,
    pacer: Pacer,
  ): Promise<Float64Array[] | null> {
    if (!(await inPauses(this.#ready, pacer))) return null;
    this.check();
    slots[TreeSlot.stop] = 0;
    const answer = this.#ask({ module, memory, job: slots.byteOffset }) as Promise<Float64Array[]>;
    try {
      return await inPauses(answer, pacer);
    } catch (reason) {
      // The worker looks at the slot's first half.
      storeWord(new Int32Array(slots.buffer, slots.byteOffset + 8 * TreeSlot.stop, 1), 0, 1);
      await answer.catch(() => {});
      throw reason;
    }
  }

  /** Sends a task, and gives the answer. The process does not end meanwhile. */
  async #ask(task: WorkerTask): Promise<unknown> {
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

/** What a worker comes to, and pauses meanwhile, so that a signal is heard. */
async function inPauses<T>(answer: Promise<T>, pacer: Pacer): Promise<T> {
  for (;;) {
    const given = await Promise.race([answer, timer(LOOK_AFTER).done]);
    if (given !== null) return given;
    await pacer.pause();
  }
}
