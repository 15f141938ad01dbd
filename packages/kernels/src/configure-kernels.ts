import { kernelsBinary } from "./generated/kernels-binary.ts";
import { unshareMemory } from "./unshare-memory.ts";
import { webAssembly } from "./web-assembly.ts";

/** The one process-wide setting. Kernels change speed, never results. */
export interface KernelOptions {
  /**
   * A `WebAssembly.Module` of the kernels that the host compiled itself, where a page may not compile one;
   * `null` runs the plain-JavaScript twins; left out, the built-in module.
   */
  readonly module?: object | null;
}

const LOOPS = ["scanNewton", "scanGini", "growTree"];

/** A compiled module, and the kind of memory that it runs in. */
export interface KernelModule {
  readonly module: object;
  readonly isShared: boolean;
}

let current: Promise<object | null> | undefined;
let shared: Promise<object | null> | undefined;

/** Holds for every arena leased from now on. */
export function configureKernels({ module }: KernelOptions): void {
  if (module) {
    const names =
      webAssembly()
        ?.Module.exports(module)
        .map(({ name }) => name) ?? [];
    const lacking = LOOPS.filter((loop) => !names.includes(loop));
    if (lacking.length > 0) {
      throw new Error(
        `cambium: configureKernels: expected a module compiled from the kernels of this version, got one without ` +
          `${lacking.join(", ")}; compile it again`,
      );
    }
  }
  current = module === undefined ? undefined : Promise.resolve(module);
  // A module of the host's own has one kind of memory, which is not known: it is taken for one without threads.
  shared = module === undefined ? undefined : Promise.resolve(null);
}

/** The module to run, compiled at its first use; null for the twins. */
export async function kernelModule(): Promise<KernelModule | null> {
  current ??= compileBuiltIn(false);
  const module = await current;
  return module && { module, isShared: false };
}

/** The same for a memory that threads share; null where there can be none. */
export async function sharedKernelModule(): Promise<KernelModule | null> {
  shared ??= compileBuiltIn(true);
  const module = await shared;
  return module && { module, isShared: true };
}

/** Null where the host has no WebAssembly, lacks a feature that the kernels need, or may not compile. */
async function compileBuiltIn(isShared: boolean): Promise<object | null> {
  const host = webAssembly();
  if (!host) return null;
  const binary = decodeBase64(kernelsBinary);
  if (!isShared) unshareMemory(binary);
  try {
    return await host.compile(binary);
  } catch {
    return null;
  }
}

function decodeBase64(text: string): Uint8Array {
  const { atob } = globalThis as unknown as { atob(text: string): string };
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
