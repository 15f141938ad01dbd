import { TreeWorker } from "./tree-worker.ts";

let idle: TreeWorker[] = [];
let started = 0;

/** Workers that one run has for itself. */
export interface TakenWorkers {
  readonly workers: readonly TreeWorker[];
  /** Why they are fewer than were asked for; null where they are not. */
  readonly refusal: string | null;
}

/** Up to `count` workers, which nobody else has until they are given back: fewer where the host refuses some. */
export async function takeWorkers(count: number): Promise<TakenWorkers> {
  const workers = idle.splice(0, count);
  const starts = Array.from({ length: count - workers.length }, () => TreeWorker.start(++started));
  let refusal: string | null = null;
  for (const end of await Promise.allSettled(starts)) {
    if (end.status === "fulfilled") workers.push(end.value);
    else refusal = end.reason instanceof Error ? end.reason.message : String(end.reason);
  }
  return { workers, refusal };
}

/** Workers wait for the next run: one takes 30 ms until it first answers. */
export function giveWorkersBack(workers: readonly TreeWorker[]): void {
  idle = [...idle, ...workers.filter((worker) => !worker.hasFailed)];
}

/** Ends those that wait: the next run starts others. */
export function dropIdleWorkers(): void {
  for (const worker of idle.splice(0)) worker.end();
}
