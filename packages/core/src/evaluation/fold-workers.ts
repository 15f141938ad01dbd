import {
  availableThreads,
  type HostWorker,
  hostWorkerOf,
  keepToOneThread,
  reasonText,
  type StopSignal,
  timer,
} from "@cambium/kernels";
import type { DatasetOptions } from "../dataset/dataset-options.ts";
import type { CambiumWarning, OnWarning } from "../dataset/warning.ts";
import type { RoundScores } from "../model/learning-curve.ts";
import { loadModel } from "../model/load-model.ts";
import type { Model } from "../model/model.ts";
import type { Learner } from "../training/run/learner.ts";
import { CambiumError, type CambiumErrorCode } from "../util/cambium-error.ts";
import { aFunction, checkArgument, describe, integerFrom } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { MOST_THREADS } from "../util/threads-option.ts";
import { fitFold, type OnRound } from "./fit-in-step.ts";

/** What a worker says first. */
const FOLDS_READY = "cambium folds 1";

/** Columns by name, as a message can have them. */
export type SentColumns = readonly (readonly [name: string, values: ArrayLike<unknown>])[];

/** What a worker is to fit. */
interface FoldTask {
  /** What `toldOf` says of the learner; the worker has its own. */
  readonly learner: string;
  /** Of a search: what the learner is made of. */
  readonly point: object | undefined;
  readonly train: SentColumns;
  readonly description: DatasetOptions;
  /** Rows by which a learner ends early; null where it does not. */
  readonly heldOut: SentColumns | null;
}

/** `id` is that of a fit. A fit that tells of a round waits for the answer. */
type ToFoldWorker =
  | { readonly id: number; readonly task: FoldTask }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly isAborted: true };

type FromFoldWorker =
  | { readonly id: number; readonly round: RoundScores }
  | { readonly id: number; readonly warning: CambiumWarning }
  | { readonly id: number; readonly model: Uint8Array }
  /** An error of Cambium's with its code, or any other. */
  | { readonly id: number; readonly error: string; readonly code: CambiumErrorCode | null };

/** What a learner is, in a text: functions aside, which no message can have, and compiled modules, which nobody would read. */
export function toldOf({ name, options }: Learner): string {
  const plain = (_: string, value: unknown) => {
    // A metric may be a function; another one would end a fit at another round.
    if (typeof value === "function") return "better" in value ? `the metric ${value.name}` : "a function";
    if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
    return typeof value === "bigint" ? `${value}n` : value;
  };
  return `${name} ${JSON.stringify(options, plain)}`;
}

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
  /** Those that have not failed, which are looked through when one is needed. */
  #workers: FoldWorker[] = [];
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
    while (run.onRound === undefined && this.#leastBusy()?.open.size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      if (run.signal.aborted) throw run.signal.reason;
      const worker = this.#leastBusy() ?? this.#startWorker();
      return await worker.fit(task(), run);
    } finally {
      this.#waiting.shift()?.();
    }
  }

  end(): void {
    this.#hasEnded = true;
    for (const worker of this.#workers) worker.fail(ENDED);
  }

  /** The worker that does the least; null where all are busy and another one may be started, or where there is none. */
  #leastBusy(): FoldWorker | null {
    this.#workers = this.#workers.filter(({ failure }) => failure === null).sort((a, b) => a.open.size - b.open.size);
    const [least = null] = this.#workers;
    return least?.open.size === 0 || this.#workers.length >= this.count ? least : null;
  }

  #startWorker(): FoldWorker {
    if (this.#hasEnded) throw workerFailed(ENDED);
    try {
      const worker = new FoldWorker(hostWorkerOf(this.start(), "foldWorkers"));
      this.#workers.push(worker);
      return worker;
    } catch (cause) {
      throw workerFailed(reasonText(cause));
    }
  }
}

const ENDED = "it was ended";

/** The fits of one learner on the folds of a plan, side by side in workers. As a signal it stops them. */
export class FoldsBeside<M extends Model> implements StopSignal {
  /** Why nobody asks for what is not fitted yet; null: they do. */
  #end: { readonly reason: unknown } | null = null;

  constructor(
    private readonly workers: FoldPool,
    private readonly learner: Learner<M>,
    private readonly point: object | undefined,
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
  readonly open = new Map<number, OpenFit>();
  failure: CambiumError | null = null;
  #fits = 0;
  /** Settled as soon as the worker listens: a page loses what one is sent before. */
  readonly #ready: Promise<void>;
  #sayReady = () => {};

  constructor(private readonly worker: HostWorker) {
    const late = timer(READY_WITHIN);
    this.#ready = new Promise<void>((resolve) => {
      this.#sayReady = resolve;
    }).finally(late.stop);
    void late.done.then(() => this.fail(`its script did not call serveFolds within ${READY_WITHIN / 1000} s`));
    worker.listen(
      (message) => this.#hear(message),
      (reason) => this.fail(reasonText(reason)),
    );
    worker.hold(false);
  }

  async fit(task: FoldTask, run: FoldRun): Promise<Uint8Array> {
    if (this.failure !== null) throw this.failure;
    const id = this.#fits++;
    this.worker.hold(true);
    try {
      const answer = new Promise<Uint8Array>((resolve, reject) => this.open.set(id, { ...run, resolve, reject }));
      void this.#ready.then(() => this.#send(id, task));
      for (;;) {
        const model = await Promise.race([answer, timer(LOOK_AFTER).done]);
        if (model !== null) return model;
        if (!run.signal.aborted) continue;
        this.#post({ id, isAborted: true });
        throw run.signal.reason;
      }
    } finally {
      this.open.delete(id);
      if (this.open.size === 0) this.worker.hold(false);
    }
  }

  #send(id: number, task: FoldTask): void {
    const fit = this.open.get(id);
    // The fit was aborted before the worker was ready, or the worker has failed.
    if (fit === undefined || this.failure !== null) return;
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
    const fit = this.open.get(said.id);
    // What was aborted may have said something on the way.
    if (fit === undefined) return;
    if ("model" in said) fit.resolve(said.model);
    else if ("error" in said) fit.reject(errorOf(said));
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

  /** The first reason counts: that the worker ended is reported after it. */
  fail(why: string): void {
    this.failure ??= workerFailed(why);
    for (const { reject } of this.open.values()) reject(this.failure);
    this.#sayReady();
    this.worker.terminate();
  }
}

function workerFailed(why: string): CambiumError {
  return new CambiumError("worker-failed", `foldWorkers: a worker failed: ${why}; leave workers out to do without`);
}

/** Rows that were copied out of the table for this task: nobody else has them. */
function buffersOf({ train, heldOut }: FoldTask): ArrayBufferLike[] {
  return [...train, ...(heldOut ?? [])].flatMap(([, values]) => (ArrayBuffer.isView(values) ? values.buffer : []));
}

function errorOf({ code, error }: Extract<FromFoldWorker, { error: unknown }>): Error {
  return code === null ? new Error(error) : new CambiumError(code, error.replace(/^cambium: /, ""));
}

/** Where a worker hears of whoever started it: in Node `parentPort` of "node:worker_threads", in a page `self`. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  readonly on?: unknown;
  onmessage?: unknown;
}

/** A fit that is under way. */
interface ServedFit {
  readonly signal: { aborted: boolean };
  /** Where it has told of a round, and waits. */
  goOn: ((answer: unknown) => void) | null;
}

/**
 * To be called in a worker, once, with the learner that the folds are fitted by, or for a search with what makes learners: the rest is up to
 * the `foldWorkers` of whoever started it. Each fit is on this one thread. `port` is `parentPort` in Node, and `self` in a page.
 */
export function serveFolds(learner: Learner | ((parameters: never) => Learner), port: WorkerPort | null): void {
  const isLearner = typeof learner === "function" || typeof learner?.fit === "function";
  demand(isLearner, `serveFolds expects a learner, or a function that makes one, got ${describe(learner)}`);
  const expected = "what a worker hears of its caller by, parentPort in Node and self in a page";
  demand(typeof port?.postMessage === "function", `serveFolds expects ${expected}, got ${describe(port)}`);
  const open = new Map<number, ServedFit>();
  keepToOneThread();
  const hear = (message: ToFoldWorker): void => {
    const fit = open.get(message.id);
    if ("task" in message) void fitTask(learner, message.id, message.task, open, (said) => port.postMessage(said));
    else if ("answer" in message) fit?.goOn?.(message.answer);
    else if (fit !== undefined) {
      fit.signal.aborted = true;
      fit.goOn?.("stop");
    }
  };
  if (typeof port.on === "function") port.on("message", hear);
  else port.onmessage = ({ data }: { readonly data: ToFoldWorker }) => hear(data);
  port.postMessage(FOLDS_READY);
}

async function fitTask(
  learner: Learner | ((parameters: never) => Learner),
  id: number,
  task: FoldTask,
  open: Map<number, ServedFit>,
  say: (message: FromFoldWorker) => void,
): Promise<void> {
  const fit: ServedFit = { signal: { aborted: false }, goOn: null };
  const onRound = async (round: RoundScores) => {
    // Nobody hears of it any more.
    if (fit.signal.aborted) return "stop";
    say({ id, round });
    return new Promise<unknown>((resolve) => {
      fit.goOn = resolve;
    });
  };
  open.set(id, fit);
  try {
    const made = typeof learner === "function" ? learner(task.point as never) : learner;
    const repair = `call serveFolds with the one that is cross-validated: ${task.learner}`;
    demand(toldOf(made) === task.learner, `the worker fits another learner; ${repair}`);
    const run = {
      ...task.description,
      signal: fit.signal,
      onWarning: (warning: CambiumWarning) => say({ id, warning }),
    };
    const heldOut = task.heldOut && { table: new Map(task.heldOut), onRound };
    say({ id, model: (await fitFold(made, new Map(task.train), run, heldOut)).toBytes() });
  } catch (error) {
    say({ id, error: reasonText(error), code: error instanceof CambiumError ? error.code : null });
  } finally {
    open.delete(id);
  }
}
