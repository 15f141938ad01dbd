import { afterEach, describe, expect, test } from "vitest";
import {
  ArenaTooLargeError,
  arenaBytes,
  configureKernels,
  createPacer,
  leaseArena,
  type ScanJobs,
  scanJobsBytes,
} from "../src/index.ts";

const MEBI = 2 ** 20;

afterEach(() => configureKernels({}));

function choose(engine: "wasm" | "twin"): void {
  configureKernels(engine === "wasm" ? {} : { module: null });
}

describe.each(["wasm", "twin"] as const)("an arena on %s", (engine) => {
  test("gives zeroed views at multiples of 16 bytes that do not overlap, also from used memory", async () => {
    choose(engine);
    const before = await leaseArena(4096);
    before.uint8(4096).fill(255);
    before.release();

    const arena = await leaseArena(arenaBytes([3, 12, 8, 20]));
    const views = [arena.uint8(3), arena.int32(3), arena.float64(1), arena.uint32(5)];
    let end = 0;
    for (const view of views) {
      expect(view.byteOffset % 16).toBe(0);
      expect(view.byteOffset).toBeGreaterThanOrEqual(end);
      expect(Array.from(view).every((value) => value === 0)).toBe(true);
      end = view.byteOffset + view.byteLength;
    }
    expect(views.map(({ length }) => length)).toEqual([3, 3, 1, 5]);
    expect(arena.engine).toBe(engine);
    arena.release();
  });

  test("refuses more than was leased", async () => {
    choose(engine);
    const arena = await leaseArena(16);
    const rest = 2 ** 33;
    expect(() => arena.float64(rest)).toThrow(
      /expected at most \d+ more bytes, got 68719476736; lease what arenaBytes says/,
    );
    arena.release();
  });

  test("throws when it is used after its release", async () => {
    choose(engine);
    const arena = await leaseArena(scanJobsBytes(1, 2));
    const jobs = arena.scanJobs(1, 2);
    arena.release();
    expect(() => arena.float64(1)).toThrow("arena: expected one that is leased, got one that was released");
    expect(() => arena.release()).toThrow("expected one that is leased");
    await expect(arena.scan({ loop: "newton", l2: 0 }, jobs, 1, createPacer())).rejects.toThrow(
      "expected one that is leased",
    );
  });

  test("refuses a job on arrays of another memory, and on rows that the order does not have", async () => {
    choose(engine);
    const arena = await leaseArena(arenaBytes([32, 32, 32, 16, scanJobsBytes(1, 2)]));
    const [values, signal, weights] = [arena.float64(4), arena.float64(4), arena.float64(4)];
    const order = arena.uint32(4);
    const jobs = arena.scanJobs(1, 2);
    const job = {
      order,
      start: 0,
      count: 4,
      values,
      signal,
      weights,
      parent: new Float64Array(2),
      parentAt: 0,
      minRowsLeaf: 1,
      minChildWeight: 0,
    };
    expect(() => jobs.set(0, { ...job, values: new Float64Array(4) })).toThrow(
      "expected arrays of the arena that runs it",
    );
    expect(() => jobs.set(0, { ...job, start: 1 })).toThrow("scan job: expected rows within 4, got 1 to 5");
    expect(() => jobs.set(1, job)).toThrow("scan job: expected a number below 1, got 1");
    arena.release();
  });

  test("refuses to run jobs of another arena, more than there are, or of the wrong width", async () => {
    choose(engine);
    const bytes = arenaBytes([scanJobsBytes(1, 2), scanJobsBytes(1, 4)]);
    const [arena, other] = [await leaseArena(bytes), await leaseArena(bytes)];
    const newton = { loop: "newton", l2: 0 } as const;
    const scan = (jobs: ScanJobs, count: number) => arena.scan(newton, jobs, count, createPacer());
    await expect(scan(other.scanJobs(1, 2), 1)).rejects.toThrow(
      "scan: expected jobs of this arena, got those of another",
    );
    await expect(scan(arena.scanJobs(1, 2), 2)).rejects.toThrow("scan: expected at most 1 jobs, got 2");
    await expect(scan(arena.scanJobs(1, 4), 1)).rejects.toThrow("scan: expected records of 2 numbers, got 4");
    arena.release();
    other.release();
  });

  test("a thousand leases of growing size do not grow the process, at any time", async () => {
    choose(engine);
    const use = async (bytes: number) => {
      const arena = await leaseArena(bytes);
      arena.uint8(bytes).fill(1);
      arena.release();
    };
    for (let warmUp = 0; warmUp < 20; warmUp++) await use(4 * MEBI);
    const before = process.memoryUsage();
    let most = 0;
    for (let lease = 0; lease < 1000; lease++) {
      await use(2 * MEBI + 2048 * lease);
      if (lease % 10 > 0) continue;
      const { rss, external } = process.memoryUsage();
      most = Math.max(most, rss - before.rss, external - before.external);
    }
    // Left to the collector, dropped WebAssembly memories pile up to 100 MB here, ordinary buffers to 40 MB.
    expect(most / MEBI).toBeLessThan(engine === "wasm" ? 50 : 100);
  });
});

describe("a lease", () => {
  test("above 4 GiB is an error with the bytes", async () => {
    const error = await leaseArena(2 ** 32 + 1).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ArenaTooLargeError);
    expect(error).toMatchObject({
      bytes: 4294967297,
      message:
        "cambium: a run's memory: expected at most 4294967296 bytes (4 GiB), got 4294967297 bytes; use fewer rows or columns",
    });
  });

  test("while another one lasts has a memory of its own", async () => {
    const [one, other] = await Promise.all([leaseArena(16), leaseArena(16)]);
    const [mine, theirs] = [one.uint8(16), other.uint8(16)];
    mine.fill(7);
    expect(Array.from(theirs)).toEqual(new Array(16).fill(0));
    one.release();
    other.release();
  });

  test("after a release uses the same memory, and views kept by mistake no longer reach it", async () => {
    const first = await leaseArena(MEBI);
    const stale = first.uint8(16);
    first.release();
    const second = await leaseArena(MEBI);
    const fresh = second.uint8(16);
    stale[0] = 9;
    expect(stale.length).toBe(0);
    expect(Array.from(fresh)).toEqual(new Array(16).fill(0));
    second.release();
  });
});
