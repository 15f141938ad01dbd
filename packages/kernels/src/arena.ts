import { alignBytes, scanJobsBytes } from "./arena-bytes.ts";
import type { ArenaMemory } from "./arena-memory.ts";
import type { Pacer } from "./pacer.ts";
import { ScanJobs } from "./scan-jobs.ts";
import type { ScanKernel } from "./scan-kernel.ts";

/** Rows between two looks at the clock: some 64 kB of values, and far below a millisecond. */
const ROWS_PER_LOOK = 8192;

/**
 * The memory of one run, which the kernels work in.
 *
 * Life cycle
 * 1. `arenaBytes` adds up what the run needs, `leaseArena` gives an arena of at least that size.
 * 2. The run takes its views. They are zeroed, aligned to 16 bytes, and never move: the memory is not grown.
 * 3. It fills them, describes work in a list of jobs, and runs the list.
 * 4. `release`, in a `finally`, gives the memory back to the idle pool. No view may be used after that.
 */
export class Arena {
  /** What runs the loops: the compiled module, or its plain-JavaScript twin with the same bits. */
  readonly engine: "wasm" | "twin";
  readonly #buffer: ArrayBuffer;
  readonly #giveBack: () => void;
  #memory: ArenaMemory | undefined;
  #used = 0;
  #rowsSinceLook = 0;

  constructor(memory: ArenaMemory, giveBack: () => void) {
    this.engine = memory.engine;
    this.#memory = memory;
    this.#buffer = memory.buffer;
    this.#giveBack = giveBack;
  }

  float64(length: number): Float64Array {
    return new Float64Array(this.#buffer, this.#take(8 * length), length);
  }

  int32(length: number): Int32Array {
    return new Int32Array(this.#buffer, this.#take(4 * length), length);
  }

  uint32(length: number): Uint32Array {
    return new Uint32Array(this.#buffer, this.#take(4 * length), length);
  }

  uint8(length: number): Uint8Array {
    return new Uint8Array(this.#buffer, this.#take(length), length);
  }

  /** A list of `capacity` scans over statistics records of `width` numbers; it takes `scanJobsBytes(capacity, width)`. */
  scanJobs(capacity: number, width: number): ScanJobs {
    return new ScanJobs(this.float64(scanJobsBytes(capacity, width) / 8), capacity, width);
  }

  /** Runs jobs 0 to `count` − 1 to their end, pausing when the pacer says so. Rejects with the signal's reason. */
  async scan(kernel: ScanKernel, jobs: ScanJobs, count: number, pacer: Pacer): Promise<void> {
    const { loops } = this.#open();
    this.#checkJobs(kernel, jobs, count);
    const scan = kernel.loop === "newton" ? loops.scanNewton : loops.scanGini;
    for (let index = 0; index < count; index++) {
      const job = jobs.offsetOf(index);
      for (let left = jobs.rowsLeft(index); left > 0; ) {
        const before = left;
        left = scan(job, kernel.l2);
        this.#rowsSinceLook += before - left;
        if (this.#rowsSinceLook < ROWS_PER_LOOK) continue;
        this.#rowsSinceLook = 0;
        if (!pacer.due()) continue;
        await pacer.pause();
        this.#open();
      }
    }
  }

  release(): void {
    const memory = this.#open();
    memory.usedBytes = Math.max(memory.usedBytes, this.#used);
    this.#memory = undefined;
    this.#giveBack();
  }

  #checkJobs({ loop }: ScanKernel, { records, capacity, width }: ScanJobs, count: number): void {
    if (records.buffer !== this.#buffer) {
      throw new Error("cambium: scan: expected jobs of this arena, got those of another; make them by scanJobs");
    }
    if (!(count <= capacity)) throw new RangeError(`cambium: scan: expected at most ${capacity} jobs, got ${count}`);
    if (loop === "newton" ? width !== 2 : width < 2) {
      throw new Error(
        `cambium: scan: expected records of ${loop === "newton" ? 2 : "2 or more"} numbers, got ${width}`,
      );
    }
  }

  /** The offset of `bytes` fresh zeroes. */
  #take(bytes: number): number {
    const memory = this.#open();
    const start = this.#used;
    const end = start + alignBytes(bytes);
    if (!(bytes >= 0 && end <= this.#buffer.byteLength)) {
      throw new RangeError(
        `cambium: arena: expected at most ${this.#buffer.byteLength - start} more bytes, got ${bytes}; lease what arenaBytes says`,
      );
    }
    const dirtyEnd = Math.min(end, memory.usedBytes);
    if (dirtyEnd > start) new Uint8Array(this.#buffer, start, dirtyEnd - start).fill(0);
    this.#used = end;
    return start;
  }

  #open(): ArenaMemory {
    if (!this.#memory) throw new Error("cambium: arena: expected one that is leased, got one that was released");
    return this.#memory;
  }
}
