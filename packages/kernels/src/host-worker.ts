import { workerSource } from "./worker-source.ts";

/** A worker as both kinds of host have it, as far as it is used. */
export interface HostWorker {
  post(message: object): void;
  /** One of them is called once for each message that was posted; `fail` also where the worker ends by itself. */
  listen(answer: (message: unknown) => void, fail: (reason: unknown) => void): void;
  /** Whether a process waits for this worker before it ends. */
  hold(isHeld: boolean): void;
  terminate(): void;
}

interface NodeWorker {
  postMessage(message: object): void;
  on(event: "message" | "error" | "exit", listener: (value: unknown) => void): void;
  ref(): void;
  unref(): void;
  terminate(): unknown;
}

interface PageWorker {
  postMessage(message: object): void;
  terminate(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

/** The parts of Node and of a browser that start workers. */
interface Host {
  readonly process?: {
    getBuiltinModule?(name: "node:worker_threads"): {
      Worker: new (source: string, options: { eval: true; execArgv: string[] }) => NodeWorker;
    };
    getBuiltinModule?(name: "node:os"): { availableParallelism(): number };
  };
  readonly crossOriginIsolated?: boolean;
  readonly navigator?: { readonly hardwareConcurrency?: number };
  readonly Worker?: new (url: string) => PageWorker;
  readonly Blob?: new (parts: string[], options: { type: string }) => object;
  readonly URL?: { createObjectURL(blob: object): string; revokeObjectURL(url: string): void };
}

const host = globalThis as unknown as Host;

/** Threads that this host runs at the same time, the caller's own among them; 1 where it has no workers with shared memory. */
export function availableThreads(): number {
  const os = host.process?.getBuiltinModule?.("node:os");
  if (os !== undefined) return os.availableParallelism();
  return host.crossOriginIsolated === true ? (host.navigator?.hardwareConcurrency ?? 1) : 1;
}

/** A new worker; null where the host has none, or refuses. */
export function startWorker(): HostWorker | null {
  try {
    const threads = host.process?.getBuiltinModule?.("node:worker_threads");
    if (threads !== undefined) return nodeWorker(new threads.Worker(workerSource, { eval: true, execArgv: [] }));
    return host.crossOriginIsolated === true ? pageWorker(host) : null;
  } catch {
    return null;
  }
}

function nodeWorker(worker: NodeWorker): HostWorker {
  return {
    post: (message) => worker.postMessage(message),
    listen(answer, fail) {
      worker.on("message", answer);
      worker.on("error", fail);
      worker.on("exit", (code) => fail(`it ended with code ${code}`));
    },
    // A worker that is always held keeps the process alive; one that never is lets it end in the middle of a fit.
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    terminate: () => worker.terminate(),
  };
}

function pageWorker({ Worker, Blob, URL }: Host): HostWorker | null {
  if (!Worker || !Blob || !URL) return null;
  const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
  const worker = new Worker(url);
  return {
    post: (message) => worker.postMessage(message),
    listen(answer, fail) {
      worker.onmessage = ({ data }) => {
        URL.revokeObjectURL(url);
        answer(data);
      };
      worker.onerror = ({ message }) => fail(message ?? "the page refused it");
    },
    hold() {},
    terminate: () => worker.terminate(),
  };
}
