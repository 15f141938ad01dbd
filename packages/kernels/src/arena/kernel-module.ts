import type { CompiledModule, WasmArenaMemory } from "./wasm-memory.ts";

/** At most this many memories wait, and but for the one returned last at most this many bytes. */
const MOST_IDLE = 4;
const MOST_IDLE_BYTES = 256 * 2 ** 20;

/**
 * A compiled module, the kind of memory that it runs in, and the memories that no run of it holds. Left to the collector, a thousand of
 * 3 MB pile up to 100 MB at a time, and each lease and its first write take 4 ms instead of 0.08. The one returned last is always kept, so
 * run after run of any size uses one memory.
 */
export class KernelModule implements CompiledModule {
  /** The one returned last stands first. */
  #idle: WasmArenaMemory[] = [];

  constructor(
    readonly module: object,
    readonly isShared: boolean,
  ) {}

  /** The smallest that is large enough; else the largest, grown; undefined when none can serve. */
  take(bytes: number): WasmArenaMemory | undefined {
    const bySize = [...this.#idle].sort((a, b) => a.bytes - b.bytes);
    const chosen = bySize.find((memory) => memory.bytes >= bytes) ?? bySize.at(-1);
    if (!chosen) return undefined;
    this.#idle = this.#idle.filter((memory) => memory !== chosen);
    return chosen.bytes >= bytes || chosen.grow(bytes) ? chosen : undefined;
  }

  put(memory: WasmArenaMemory): void {
    memory.detach();
    this.#idle.unshift(memory);
    let others = 0;
    this.#idle = this.#idle.filter((idle, place) => {
      if (place === 0) return true;
      others += idle.bytes;
      return place < MOST_IDLE && others <= MOST_IDLE_BYTES;
    });
  }
}
