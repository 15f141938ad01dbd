import { sharesWords } from "../arena/shared-words.ts";
import { workerSource } from "../generated/worker-source.ts";

/** A worker as both kinds of host have it, as far as it is used. */
export interface HostWorker {
  /** What is `given` away with the message is gone here. */
  post(message: object, given?: readonly ArrayBufferLike[]): void;
  /** `answer` is called with each message of the worker's; `fail` where it throws, could not be loaded, or ends by itself. */
  listen(answer: (message: unknown) => void, fail: (reason: unknown) => void): void;
  /** Whether a process waits for this worker before it ends. */
  hold(isHeld: boolean): void;
  terminate(): void;
}

interface NodeWorker {
  postMessage(message: object, given: readonly ArrayBufferLike[]): void;
  on(event: "message" | "error" | "exit", listener: (value: unknown) => void): void;
  ref(): void;
  unref(): void;
  terminate(): unknown;
}

interface PageWorker {
  postMessage(message: object, given: readonly ArrayBufferLike[]): void;
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

const NOT_ISOLATED =
  "this page is not cross-origin isolated, so it shares no memory with workers; serve it with the headers " +
  "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp";

/** In a worker that is one of several: the others have the rest. */
let isOneOfSeveral = false;

export function keepToOneThread(): void {
  isOneOfSeveral = true;
}

/** Threads that this machine runs at the same time, the caller's own among them. Whether the host gives them, it says when asked. */
export function availableThreads(): number {
  if (isOneOfSeveral) return 1;
  const os = host.process?.getBuiltinModule?.("node:os");
  return os?.availableParallelism() ?? host.navigator?.hardwareConcurrency ?? 1;
}

/** What starts a worker of the host's own, from the file that is shipped; null: from the text that is built in. */
let hostWorker: (() => object) | null = null;

export function startWorkersBy(start: (() => object) | null): void {
  hostWorker = start;
}

/** A new worker. Throws what the host says where it has none, or refuses at once; many refuse later, which `listen` tells. */
export function startWorker(): HostWorker {
  if (host.crossOriginIsolated === false) throw new Error(NOT_ISOLATED);
  if (!sharesWords()) throw new Error("this host has no Atomics, by which threads share their work");
  if (hostWorker !== null) return hostWorkerOf(hostWorker(), "configureKernels");
  const threads = host.process?.getBuiltinModule?.("node:worker_threads");
  if (threads !== undefined) return nodeWorker(new threads.Worker(workerSource, { eval: true, execArgv: [] }));
  return blobWorker(host);
}

/** A worker that somebody started, by what they gave to `caller`. */
export function hostWorkerOf(worker: object, caller: string): HostWorker {
  const { on, postMessage, terminate } = (worker ?? {}) as Partial<NodeWorker>;
  if (typeof postMessage !== "function" || typeof terminate !== "function") {
    throw new Error(`the worker that ${caller} was given started none`);
  }
  return typeof on === "function" ? nodeWorker(worker as NodeWorker) : pageWorker(worker as PageWorker);
}

function nodeWorker(worker: NodeWorker): HostWorker {
  return {
    post: (message, given = []) => worker.postMessage(message, given),
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

function blobWorker({ Worker, Blob, URL }: Host): HostWorker {
  if (!Worker || !Blob || !URL) throw new Error("this host has no workers");
  const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
  // The first message, or the error, ends the loading.
  return pageWorker(new Worker(url), () => URL.revokeObjectURL(url));
}

function pageWorker(worker: PageWorker, onLoaded: () => void = () => {}): HostWorker {
  return {
    post: (message, given = []) => worker.postMessage(message, given),
    listen(answer, fail) {
      worker.onmessage = ({ data }) => {
        onLoaded();
        answer(data);
      };
      worker.onerror = ({ message }) => {
        onLoaded();
        fail(message ?? "a worker could not be loaded, or the policy of this page forbids it");
      };
    },
    hold() {},
    terminate: () => worker.terminate(),
  };
}
