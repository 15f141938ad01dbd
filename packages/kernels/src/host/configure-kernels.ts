import { kernelsBinary } from "../generated/kernels-binary.ts";
import { decodeBinary } from "./decode-binary.ts";
import { startWorkersBy } from "./host-worker.ts";
import { dropIdleWorkers } from "./idle-workers.ts";
import { unshareMemory } from "./unshare-memory.ts";
import { webAssembly } from "./web-assembly.ts";

/** The one process-wide setting, for pages with a strict policy and hosts at the edge. Kernels change speed, never results. */
export interface KernelOptions {
  /**
   * A `WebAssembly.Module` of the kernels that the host compiled itself, where a page may not compile one;
   * `null` runs plain TypeScript in their place, slower; left out, the built-in module.
   */
  readonly module?: object | null;
  /**
   * Starts a `Worker` from the file that the package ships as `cambium/worker`, where a page may not start one from
   * a Blob: `() => new Worker("/cambium-worker.js")`; left out, the built-in text.
   */
  readonly worker?: () => object;
}

const LOOPS = ["growTree", "walkTrees", "takeTask", "log"];

/** A compiled module, and the kind of memory that it runs in. */
export interface KernelModule {
  readonly module: object;
  readonly isShared: boolean;
}

let unshared: Promise<KernelModule | null> | undefined;
let shared: Promise<KernelModule | null> | undefined;
/** What `unshared` has come to; undefined as long as that is not known. */
let ready: KernelModule | null | undefined;
/** Whether this host was asked to compile at once: it is asked once. */
let wasAsked = false;

/** Holds for every fit that begins from now on. What is left out is built in again. */
export function configureKernels({ module, worker }: KernelOptions): void {
  if (module) checkLoops(module);
  if (worker !== undefined && typeof worker !== "function") {
    throw new Error(`cambium: configureKernels: worker expects a function that starts a Worker, got ${typeof worker}`);
  }
  startWorkersBy(worker ?? null);
  dropIdleWorkers();
  unshared = undefined;
  shared = undefined;
  ready = undefined;
  wasAsked = false;
  if (module === undefined) return;
  ready = module === null ? null : undefined;
  unshared = remembered(module === null ? Promise.resolve(null) : kindOf(module));
  shared = unshared.then((own) => (own?.isShared ? own : null));
}

function checkLoops(module: object): void {
  const names =
    webAssembly()
      ?.Module.exports(module)
      .map(({ name }) => name) ?? [];
  const lacking = LOOPS.filter((loop) => !names.includes(loop));
  if (lacking.length === 0) return;
  throw new Error(
    `cambium: configureKernels: expected a module compiled from the kernels of this version, got one without ` +
      `${lacking.join(", ")}; compile it again`,
  );
}

/** A module does not tell which kind of memory it takes, but it refuses the other. */
async function kindOf(module: object): Promise<KernelModule> {
  const host = webAssembly();
  try {
    const memory = host && new host.Memory({ initial: 1, maximum: 1, shared: true });
    if (memory) await host.instantiate(module, { env: { memory } });
    return { module, isShared: memory !== undefined };
  } catch {
    return { module, isShared: false };
  }
}

/** The module to run; null where there is none. One of the host's own that takes a shared memory is given one, alone in it or not. */
export async function kernelModule(): Promise<KernelModule | null> {
  unshared ??= remembered(compileBuiltIn(false));
  return unshared;
}

/**
 * The same for who can not wait: the module that is there already, or the built-in one compiled at once. Null also where
 * the host has not finished, or refuses to compile while others wait, as a page's main thread may.
 */
export function kernelModuleNow(): KernelModule | null {
  if (ready !== undefined) return ready;
  const host = webAssembly();
  if (wasAsked || unshared !== undefined || host === undefined) return null;
  wasAsked = true;
  try {
    ready = { module: new host.Module(builtInBinary(false)), isShared: false };
    unshared = Promise.resolve(ready);
    return ready;
  } catch {
    void kernelModule();
    return null;
  }
}

/** False where it is known already that there are no kernels. */
export function mayHaveKernels(): boolean {
  return ready !== null && webAssembly() !== undefined;
}

/** Settings may have changed before the promise is kept. */
function remembered(module: Promise<KernelModule | null>): Promise<KernelModule | null> {
  void module.then((found) => {
    if (unshared === module) ready = found;
  });
  return module;
}

/** The same for a memory that threads share; null where there can be none. */
export async function sharedKernelModule(): Promise<KernelModule | null> {
  shared ??= compileBuiltIn(true);
  return shared;
}

/** Null where the host has no WebAssembly, lacks a feature that the kernels need, or may not compile. */
async function compileBuiltIn(isShared: boolean): Promise<KernelModule | null> {
  const host = webAssembly();
  if (!host) return null;
  try {
    return { module: await host.compile(builtInBinary(isShared)), isShared };
  } catch {
    return null;
  }
}

function builtInBinary(isShared: boolean): Uint8Array {
  const binary = decodeBinary(kernelsBinary);
  if (!isShared) unshareMemory(binary);
  return binary;
}
