import { KernelWorker } from "./kernel-worker.ts";
import { reasonText } from "./reason-text.ts";

const idle: KernelWorker[] = [];
/** Those of the present setting: a run that began before `configureKernels` gives back others, which are not used again. */
let present = /* @__PURE__ */ new WeakSet<KernelWorker>();
let started = 0;

/** Workers that one run has for itself. */
export interface TakenWorkers {
  readonly workers: readonly KernelWorker[];
  /** Why they are fewer than were asked for; null where they are not. */
  readonly refusal: string | null;
}

/** Up to `count` workers, which nobody else has until they are given back: fewer where the host refuses some. */
export async function takeWorkers(count: number): Promise<TakenWorkers> {
  // One may have ended while it waited.
  for (let i = idle.length - 1; i >= 0; i--) if (idle[i].hasFailed) idle.splice(i, 1);
  const workers = idle.splice(0, count);
  const setting = present;
  const starts = Array.from({ length: count - workers.length }, () => KernelWorker.start(++started));
  let refusal: string | null = null;
  for (const end of await Promise.allSettled(starts)) {
    if (end.status === "fulfilled") {
      workers.push(end.value);
      setting.add(end.value);
    } else refusal = reasonText(end.reason);
  }
  return { workers, refusal };
}

/** Workers wait for the next run: one takes 30 ms until it first answers. */
export function giveWorkersBack(workers: readonly KernelWorker[]): void {
  for (const worker of workers) {
    if (worker.hasFailed) continue;
    if (present.has(worker)) idle.push(worker);
    else worker.end();
  }
}

/** Ends those that wait, and those that work when they are given back: the next run starts others. */
export function dropIdleWorkers(): void {
  present = new WeakSet();
  for (const worker of idle.splice(0)) worker.end();
}
