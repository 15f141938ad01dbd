import { KernelModule } from "../arena/kernel-module.ts";
import { decodeBinary } from "./decode-binary.ts";
import { startWorkersBy } from "./host-worker.ts";
import { dropIdleWorkers } from "./idle-workers.ts";
import { unshareMemory } from "./unshare-memory.ts";
import { webAssembly } from "./web-assembly.ts";

/** The one process-wide setting, for pages with a strict policy and hosts at the edge. Kernels change speed, never results. */
export interface KernelOptions {
  /**
   * Each a `WebAssembly.Module` of the kernels that the host compiled itself, where a page may not compile one: `grow` is for fits, and
   * `predict` for predictions. `null` runs plain TypeScript in place of both, slower; what is left out is built in.
   */
  readonly module?: Partial<Record<KernelName, object>> | null;
  /**
   * Starts a `Worker` from the file that the package ships as `cambium/worker`, where a page may not start one from
   * a Blob: `() => new Worker("/cambium-worker.js")`; left out, the built-in text.
   */
  readonly worker?: () => object;
}

/** By module: some of the functions that tell it from others. */
const LOOPS = { grow: ["growTree", "takeTask", "log"], predict: ["walkTrees", "takeTask"] };

type KernelName = keyof typeof LOOPS;

/** A built-in module, as text. Code that runs a module imports it, so that a bundle has only the modules that it needs. */
export interface Kernels<Loops = unknown> {
  readonly name: KernelName;
  readonly binary: string;
  /** Never set. It carries the type of the functions. */
  readonly loops?: Loops;
}

/** What is known of a module under the present setting. */
interface Found {
  unshared?: Promise<KernelModule | null>;
  shared?: Promise<KernelModule | null>;
  /** What `unshared` has come to; undefined as long as that is not known. */
  ready?: KernelModule | null | undefined;
}

let found: Record<KernelName, Found> = { grow: {}, predict: {} };

/** Holds for every fit and prediction that begins from now on. What is left out is built in again. */
export function configureKernels({ module, worker }: KernelOptions): void {
  const names = (Object.keys(LOOPS) as KernelName[]).filter((name) => module === null || module?.[name] !== undefined);
  if (module && names.length === 0)
    throw new Error("cambium: configureKernels: module expects { grow, predict }, got neither");
  for (const name of names) if (module?.[name] !== undefined) checkLoops(name, module[name]);
  if (worker !== undefined && typeof worker !== "function") {
    throw new Error(`cambium: configureKernels: worker expects a function that starts a Worker, got ${typeof worker}`);
  }
  startWorkersBy(worker ?? null);
  dropIdleWorkers();
  found = { grow: {}, predict: {} };
  for (const name of names) {
    const own = module?.[name];
    const of = found[name];
    if (own === undefined) of.ready = null;
    of.unshared = own === undefined ? Promise.resolve(null) : kindOf(own);
    of.shared = of.unshared.then((module) => {
      of.ready = module;
      return module?.isShared ? module : null;
    });
  }
}

function checkLoops(name: KernelName, module: object): void {
  const exported = webAssembly()?.Module.exports(module) ?? [];
  const lacking = LOOPS[name].filter((loop) => !exported.some(({ name }) => name === loop));
  if (lacking.length === 0) return;
  throw new Error(
    `cambium: configureKernels: expected a module compiled from the kernels "${name}" of this version, got one without ` +
      `${lacking.join(", ")}; compile it again`,
  );
}

/** A module does not tell which kind of memory it takes, but it refuses the other. */
async function kindOf(module: object): Promise<KernelModule> {
  const host = webAssembly();
  try {
    const memory = host && new host.Memory({ initial: 1, maximum: 1, shared: true });
    if (memory) await host.instantiate(module, { env: { memory } });
    return new KernelModule(module, memory !== undefined);
  } catch {
    return new KernelModule(module, false);
  }
}

/**
 * The module to run, in a memory that threads share or not; null where there is none. One of the host's own that takes a shared memory is given
 * one, alone in it or not.
 */
export async function kernelModule(kernels: Kernels, isShared = false): Promise<KernelModule | null> {
  const of = found[kernels.name];
  const kind = isShared ? "shared" : "unshared";
  of[kind] ??= compileBuiltIn(kernels, isShared);
  const module = await of[kind];
  if (!isShared) of.ready = module;
  return module;
}

/**
 * The same for who can not wait: the module that is there already, or the built-in one compiled at once. Null also where
 * the host has not finished, or refuses to compile while others wait, as a page's main thread may.
 */
export function kernelModuleNow(kernels: Kernels): KernelModule | null {
  const of = found[kernels.name];
  if (of.ready !== undefined) return of.ready;
  const host = webAssembly();
  if (of.unshared !== undefined || host === undefined) return null;
  try {
    of.ready = new KernelModule(new host.Module(builtInBinary(kernels, false)), false);
    of.unshared = Promise.resolve(of.ready);
    return of.ready;
  } catch {
    // It is asked once.
    void kernelModule(kernels);
    return null;
  }
}

/** False where it is known already that there are no such kernels. */
export function mayHaveKernels(name: KernelName): boolean {
  return found[name].ready !== null && webAssembly() !== undefined;
}

/** Null where the host has no WebAssembly, lacks a feature that the kernels need, or may not compile. */
async function compileBuiltIn(kernels: Kernels, isShared: boolean): Promise<KernelModule | null> {
  const host = webAssembly();
  if (!host) return null;
  try {
    return new KernelModule(await host.compile(builtInBinary(kernels, isShared)), isShared);
  } catch {
    return null;
  }
}

function builtInBinary({ binary: text }: Pick<Kernels, "binary">, isShared: boolean): Uint8Array {
  const binary = decodeBinary(text);
  if (!isShared) unshareMemory(binary);
  return binary;
}
