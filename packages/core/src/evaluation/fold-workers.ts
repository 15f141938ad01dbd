import { availableThreads, type HostWorker, hostWorkerOf, reasonText, type StopSignal, timer } from "@cambium/kernels";
import type { OnWarning } from "../dataset/warning.ts";
import { loadModel } from "../model/load-model.ts";
import type { Model } from "../model/model.ts";
import type { Learner } from "../training/run/learner.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument } from "../util/check-argument.ts";
import { aFunction, integerFrom } from "../util/check-options.ts";
import { MOST_THREADS } from "../util/threads-option.ts";
import type { OnRound } from "./fit-in-step.ts";
import {
  FOLDS_READY,
  type FoldTask,
  type FromFoldWorker,
  type SentError,
  type ToFoldWorker,
  toldOf,
} from "./fold-messages.ts";

/** Milliseconds between two looks at the signal while a worker is busy. */
const LOOK_AFTER = 20;

/** Milliseconds that a worker has to call `serveFolds`. */
const READY_WITHIN = 30_000;

/** What a fit in a worker is told of, and asked. */
interface FoldRun {
  readonly signal: StopSignal;
  readonly onWarning: OnWarning;
  /** Of a learner that ends early. */
  readonly onRound: OnRound | undefined;
}

/**
 * Workers that fit folds side by side, each on a thread of its own, for `crossValidate`, `gridSearch` and `randomSearch`. They start when
 * there is something to do, and stay for the next call, by when they have compiled what they run: `end` them when there is none.
 */
export interface FoldWorkers {
  /** How many there are at most. */
  readonly count: number;
  /** Ends all workers for good, and with an error whatever they are fitting. */
  end(): void;
}

export class FoldPool implements FoldWorkers {
  #all: FoldWorker[] = [];
  readonly #waiting: (() => void)[] = [];
  #hasEnded = false;

  constructor(
    private readonly start: () => object,
    readonly count: number,
  ) {}

  /**
   * The model of a task, as bytes. `task` is made when a worker is free: it has the rows of a fold. Where the fit waits for others
   * after each round it is under way at once, whatever the workers do, in the one that does the least.
   */
  async fit(task: () => FoldTask, run: FoldRun): Promise<Uint8Array> {
    const isFree = () => this.#workers.length < this.count || this.#workers.some(({ openFits }) => openFits === 0);
    while (run.onRound === undefined && !isFree()) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      if (run.signal.aborted) throw run.signal.reason;
      return await this.#leastBusy().fit(task(), run);
    } finally {
      this.#waiting.shift()?.();
    }
  }

  end(): void {
    this.#hasEnded = true;
    for (const worker of this.#all) worker.end();
  }

  /** Those that have not failed. Whoever needs another starts it. */
  get #workers(): readonly FoldWorker[] {
    this.#all = this.#all.filter(({ hasFailed }) => !hasFailed);
    return this.#all;
  }

  /** One that has nothing to do, a new one where there may be more, or the one that does the least. */
  #leastBusy(): FoldWorker {
    const [least] = [...this.#workers].sort((a, b) => a.openFits - b.openFits);
    if (least !== undefined && (least.openFits === 0 || this.#all.length >= this.count)) return least;
    if (this.#hasEnded) throw failure("it was ended");
    const worker = new FoldWorker(startedBy(this.start));
    this.#all.push(worker);
    return worker;
  }
}

/** The fits of one learner on the folds of a plan, side by side in workers. As a signal it stops them. */
export class FoldsBeside<M extends Model> implements StopSignal {
  /** Why nobody asks for what is not fitted yet; null: they do. */
  #end: { readonly reason: unknown } | null = null;

  constructor(
    private readonly workers: FoldPool,
    private readonly learner: Learner<M>,
    private readonly point: object | null,
    private readonly signal: StopSignal | undefined,
    private readonly onWarning: OnWarning,
  ) {}

  get aborted(): boolean {
    return this.#end !== null || this.signal?.aborted === true;
  }

  get reason(): unknown {
    return this.#end?.reason ?? this.signal?.reason;
  }

  /** The model of a fold, whose rows are read when there is a worker for them. With `onRound` it waits after each round. */
  fit(rows: () => Pick<FoldTask, "train" | "description" | "heldOut">, onRound?: OnRound): Promise<M> {
    const task = () => ({ ...rows(), learner: toldOf(this.learner), point: this.point });
    const bytes = this.workers.fit(task, { signal: this, onWarning: this.onWarning, onRound });
    const model = bytes.then((found) => loadModel(found) as M);
    // The others end with the same error.
    model.catch((reason: unknown) => this.end(reason));
    return model;
  }

  end(reason: unknown = null): void {
    this.#end ??= { reason };
  }
}

/**
 * Workers for folds, which `start` starts, from a script that calls `serveFolds`. Default: as many as there are threads.
 *
 * `foldWorkers(() => new Worker(new URL("./folds.js", import.meta.url), { type: "module" }))`
 */
export function foldWorkers(start: () => object, count: number = availableThreads()): FoldWorkers {
  checkArgument("foldWorkers", start, aFunction());
  checkArgument("foldWorkers", count, integerFrom(1, MOST_THREADS));
  return new FoldPool(start, count);
}

/** A fit that is under way. */
interface OpenFit extends FoldRun {
  resolve(model: Uint8Array): void;
  reject(reason: unknown): void;
}

class FoldWorker {
  readonly #open = new Map<number, OpenFit>();
  #fits = 0;
  #failure: CambiumError | null = null;
  /** Settled as soon as the worker listens: a page loses what one is sent before. */
  readonly #ready: Promise<void>;
  #sayReady = () => {};

  constructor(private readonly worker: HostWorker) {
    const late = timer(READY_WITHIN);
    this.#ready = new Promise<void>((resolve) => {
      this.#sayReady = resolve;
    }).finally(late.stop);
    void late.done.then(() => this.#fail(`its script did not call serveFolds within ${READY_WITHIN / 1000} s`));
    worker.listen(
      (message) => this.#hear(message),
      (reason) => this.#fail(reasonText(reason)),
    );
    worker.hold(false);
  }

  get openFits(): number {
    return this.#open.size;
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  async fit(task: FoldTask, run: FoldRun): Promise<Uint8Array> {
    if (this.#failure !== null) throw this.#failure;
    const id = this.#fits++;
    this.worker.hold(true);
    try {
      const answer = new Promise<Uint8Array>((resolve, reject) => this.#open.set(id, { ...run, resolve, reject }));
      void this.#ready.then(() => this.#send(id, task));
      for (;;) {
        const model = await Promise.race([answer, timer(LOOK_AFTER).done]);
        if (model !== null) return model;
        if (!run.signal.aborted) continue;
        this.#post({ id, isAborted: true });
        throw run.signal.reason;
      }
    } finally {
      this.#open.delete(id);
      if (this.#open.size === 0) this.worker.hold(false);
    }
  }

  end(): void {
    this.#fail("it was ended");
  }

  #send(id: number, task: FoldTask): void {
    const fit = this.#open.get(id);
    // Aborted before the worker was ready, or never to be.
    if (fit === undefined || this.#failure !== null) return;
    try {
      this.#post({ id, task }, buffersOf(task));
    } catch (cause) {
      const message = `foldWorkers: a worker can not be sent this: ${reasonText(cause)}; have the script make what has functions, from a name`;
      fit.reject(new CambiumError("bad-option", message, { cause }));
    }
  }

  #post(message: ToFoldWorker, given: readonly ArrayBufferLike[] = []): void {
    this.worker.post(message, given);
  }

  #hear(message: unknown): void {
    if (message === FOLDS_READY) {
      this.#sayReady();
      return;
    }
    const said = message as FromFoldWorker;
    const fit = this.#open.get(said.id);
    // What was aborted may have said something on the way.
    if (fit === undefined) return;
    if ("model" in said) fit.resolve(said.model);
    else if ("error" in said) fit.reject(errorOf(said.error));
    else void this.#tell(said, fit);
  }

  /** What the caller throws ends the fit. */
  async #tell(said: Extract<FromFoldWorker, { round: unknown } | { warning: unknown }>, fit: OpenFit): Promise<void> {
    try {
      if ("warning" in said) fit.onWarning(said.warning);
      else this.#post({ id: said.id, answer: await fit.onRound?.(said.round) });
    } catch (error) {
      fit.reject(error);
    }
  }

  /** What it says first is why; that it ended follows. */
  #fail(why: string): void {
    this.#failure ??= failure(why);
    for (const { reject } of this.#open.values()) reject(this.#failure);
    this.#sayReady();
    this.worker.terminate();
  }
}

function startedBy(start: () => object): HostWorker {
  try {
    return hostWorkerOf(start(), "foldWorkers");
  } catch (cause) {
    throw failure(reasonText(cause));
  }
}

function failure(why: string): CambiumError {
  return new CambiumError("worker-failed", `foldWorkers: a worker failed: ${why}; leave workers out to do without`);
}

/** Rows that were copied out of the table for this task: nobody else has them. */
function buffersOf({ train, heldOut }: FoldTask): ArrayBufferLike[] {
  return [...train, ...(heldOut ?? [])].flatMap(([, values]) => (ArrayBuffer.isView(values) ? values.buffer : []));
}

function errorOf({ code, message }: SentError): Error {
  return code === null ? new Error(message) : new CambiumError(code, message.replace(/^cambium: /, ""));
}
