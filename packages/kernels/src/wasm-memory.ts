import type { ArenaMemory, Loops } from "./arena-memory.ts";
import type { KernelModule } from "./configure-kernels.ts";
import { MOST_PAGES, PAGE_BYTES, type WasmMemory, type WebAssemblyHost, webAssembly } from "./web-assembly.ts";

/** A WebAssembly memory with an instance of the kernels on it. */
export class WasmArenaMemory implements ArenaMemory {
  readonly engine = "wasm";
  readonly module: object;
  readonly loops: Loops;
  usedBytes = 0;

  private constructor(
    module: object,
    readonly memory: WasmMemory,
    loops: Loops,
  ) {
    this.module = module;
    this.loops = loops;
  }

  static async create({ module, isShared }: KernelModule, bytes: number): Promise<WasmArenaMemory> {
    const host = hostOrThrow();
    const memory = new host.Memory({ initial: pagesFor(bytes), maximum: MOST_PAGES, shared: isShared });
    const { exports } = await host.instantiate(module, { env: { memory } });
    return new WasmArenaMemory(module, memory, exports as Loops);
  }

  /** The same at once, which a page's main thread allows for small modules only: else it throws. */
  static createNow({ module, isShared }: KernelModule, bytes: number): WasmArenaMemory {
    const host = hostOrThrow();
    const memory = new host.Memory({ initial: pagesFor(bytes), maximum: MOST_PAGES, shared: isShared });
    const { exports } = new host.Instance(module, { env: { memory } });
    return new WasmArenaMemory(module, memory, exports as Loops);
  }

  get buffer(): ArrayBuffer {
    return this.memory.buffer;
  }

  get bytes(): number {
    return this.buffer.byteLength;
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

function hostOrThrow(): WebAssemblyHost {
  const host = webAssembly();
  if (!host) throw new Error("cambium: kernels: expected WebAssembly in this host, found none");
  return host;
}

function pagesFor(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / PAGE_BYTES));
}
