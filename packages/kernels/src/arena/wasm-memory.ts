import type { Loops } from "../generated/loops.ts";
import type { KernelModule } from "../host/configure-kernels.ts";
import { unshareMemory } from "../host/unshare-memory.ts";
import { MOST_PAGES, PAGE_BYTES, type WasmMemory, type WebAssemblyHost, webAssembly } from "../host/web-assembly.ts";
import { importsOfLoss, type LossLinks, type OwnLoss, putLoss } from "./own-loss.ts";

/** A WebAssembly memory with an instance of the kernels on it. */
export class WasmArenaMemory {
  /** Above this byte everything is still zero. */
  usedBytes = 0;

  private constructor(
    private readonly kernels: KernelModule,
    readonly memory: WasmMemory,
    readonly loops: Loops & LossLinks,
  ) {}

  static async create(kernels: KernelModule, bytes: number): Promise<WasmArenaMemory> {
    const host = hostOrThrow();
    const memory = memoryFor(host, kernels, bytes);
    const { exports } = await host.instantiate(kernels.module, { env: { memory } });
    return new WasmArenaMemory(kernels, memory, exports as Loops & LossLinks);
  }

  /** The same at once, which a page's main thread allows for small modules only: else it throws. */
  static createNow(kernels: KernelModule, bytes: number): WasmArenaMemory {
    const host = hostOrThrow();
    const memory = memoryFor(host, kernels, bytes);
    const { exports } = new host.Instance(kernels.module, { env: { memory } });
    return new WasmArenaMemory(kernels, memory, exports as Loops & LossLinks);
  }

  get module(): object {
    return this.kernels.module;
  }

  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  get bytes(): number {
    return this.buffer.byteLength;
  }

  /**
   * Has the loops derive by this loss where a task says so. Gives its compiled module, for the threads that share the memory. Rejects
   * where the host refuses to compile it.
   */
  async takeLoss({ module }: OwnLoss): Promise<object> {
    const host = hostOrThrow();
    const binary = module.slice();
    if (!this.kernels.isShared) unshareMemory(binary);
    const compiled = await host.compile(binary);
    // Not at once: a page's main thread may refuse an instance that it has to wait for.
    const { exports } = await host.instantiate(compiled, importsOfLoss(this.loops, this.memory));
    putLoss(this.loops, exports);
    return compiled;
  }

  /** Detaches every view of a memory that is not shared, so that one kept by mistake cannot write into a later run. */
  detach(): void {
    this.memory.grow(0);
  }

  /** Grows to at least `bytes`, if the host allows it. Only while no view exists. */
  grow(bytes: number): boolean {
    try {
      this.memory.grow(pagesFor(bytes) - pagesFor(this.bytes));
      return true;
    } catch {
      return false;
    }
  }
}

function memoryFor(host: WebAssemblyHost, { isShared }: KernelModule, bytes: number): WasmMemory {
  return new host.Memory({ initial: pagesFor(bytes), maximum: MOST_PAGES, shared: isShared });
}

function hostOrThrow(): WebAssemblyHost {
  const host = webAssembly();
  if (!host) throw new Error("cambium: kernels: expected WebAssembly in this host, found none");
  return host;
}

function pagesFor(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / PAGE_BYTES));
}
