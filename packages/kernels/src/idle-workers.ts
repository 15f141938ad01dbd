import { TreeWorker } from "./tree-worker.ts";

let idle: TreeWorker[] = [];
let started = 0;

/** Up to `count` workers, which nobody else has until they are given back: fewer where the host refuses some. */
export function takeWorkers(count: number): TreeWorker[] {
  const taken = idle.splice(0, count);
  while (taken.length < count) {
    const worker = TreeWorker.start(started + 1);
    if (worker === null) break;
    started++;
    taken.push(worker);
  }
  return taken;
}

/** Workers wait for the next run: one takes 30 ms until it first answers. */
export function giveWorkersBack(workers: readonly TreeWorker[]): void {
  idle = [...idle, ...workers.filter((worker) => !worker.hasFailed)];
}
