import { MOST_PAGES, PAGE_BYTES, type WasmMemory, type WebAssemblyHost, webAssembly } from "../host/web-assembly.ts";

/** A compiled module, and the kind of memory that it runs in. */
export interface CompiledModule {
  readonly module: object;
  readonly isShared: boolean;
}

/** A WebAssembly memory with an instance of a module on it. */
export class WasmArenaMemory {
  /** Above this byte everything is still zero. */
  usedBytes = 0;

  private constructor(
    readonly kernels: CompiledModule,
    readonly memory: WasmMemory,
    readonly loops: unknown,
  ) {}

  static async create(kernels: CompiledModule, bytes: number): Promise<WasmArenaMemory> {
    const host = hostOrThrow();
    const memory = memoryFor(host, kernels, bytes);
    const { exports } = await host.instantiate(kernels.module, { env: { memory } });
    return new WasmArenaMemory(kernels, memory, exports);
  }

  /** The same at once, which a page's main thread allows for small modules only: else it throws. */
  static createNow(kernels: CompiledModule, bytes: number): WasmArenaMemory {
    const host = hostOrThrow();
    const memory = memoryFor(host, kernels, bytes);
    const { exports } = new host.Instance(kernels.module, { env: { memory } });
    return new WasmArenaMemory(kernels, memory, exports);
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

function memoryFor(host: WebAssemblyHost, { isShared }: CompiledModule, bytes: number): WasmMemory {
  return new host.Memory({ initial: pagesFor(bytes), maximum: MOST_PAGES, shared: isShared });
}

export function hostOrThrow(): WebAssemblyHost {
  const host = webAssembly();
  if (!host) throw new Error("cambium: kernels: expected WebAssembly in this host, found none");
  return host;
}

function pagesFor(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / PAGE_BYTES));
}
