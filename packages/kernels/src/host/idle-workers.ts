import { KernelWorker, type WorkerSetting } from "./kernel-worker.ts";
import { reasonText } from "./reason-text.ts";

const idle: KernelWorker[] = [];
/** A run that began before `configureKernels` gives back workers of another setting, which are not used again. */
let present: WorkerSetting = { refusal: null };
let started = 0;

/** Workers that one run has for itself. */
export interface TakenWorkers {
  readonly workers: readonly KernelWorker[];
  /** Why they are fewer than were asked for; null where they are not. */
  readonly refusal: string | null;
}

/** Up to `count` workers, which nobody else has until they are given back: fewer where the host has no more. */
export function takeWorkers(count: number): TakenWorkers {
  // One may have ended while it waited.
  for (let i = idle.length - 1; i >= 0; i--) if (idle[i].hasFailed) idle.splice(i, 1);
  const workers = idle.splice(0, count);
  try {
    while (workers.length < count) workers.push(new KernelWorker(++started, present));
    return { workers, refusal: null };
  } catch (reason) {
    return { workers, refusal: reasonText(reason) };
  }
}

/** Workers wait for the next run: one takes 30 ms until it first answers. */
export function giveWorkersBack(workers: readonly KernelWorker[]): void {
  for (const worker of workers) {
    if (worker.hasFailed) continue;
    if (worker.setting === present) idle.push(worker);
    else worker.end();
  }
}

/** Ends those that wait, and those that work when they are given back: the next run starts others. */
export function dropIdleWorkers(): void {
  present = { refusal: null };
  for (const worker of idle.splice(0)) worker.end();
}
