import { describe, expect, test } from "vitest";
import { ArenaTooLargeError, arenaBytes, growKernels, leaseArena } from "../src/index.ts";
import { lease } from "./support/lease.ts";

const MEBI = 2 ** 20;

describe("an arena", () => {
  test("gives zeroed views at multiples of 16 bytes that do not overlap, also from used memory", async () => {
    const before = await lease(4096);
    before.uint8(4096).fill(255);
    before.release();

    const arena = await lease(arenaBytes([3, 12, 8, 20]));
    const views = [arena.uint8(3), arena.int32(3), arena.float64(1), arena.uint32(5)];
    let end = 0;
    for (const view of views) {
      expect(view.byteOffset % 16).toBe(0);
      expect(view.byteOffset).toBeGreaterThanOrEqual(end);
      expect(Array.from(view).every((value) => value === 0)).toBe(true);
      end = view.byteOffset + view.byteLength;
    }
    expect(views.map(({ length }) => length)).toEqual([3, 3, 1, 5]);
    arena.release();
  });

  test("refuses more than was leased", async () => {
    const arena = await lease(16);
    const rest = 2 ** 33;
    expect(() => arena.float64(rest)).toThrow(
      /expected at most \d+ more bytes, got 68719476736; lease what arenaBytes says/,
    );
    arena.release();
  });

  test("throws when it is used after its release", async () => {
    const arena = await lease(16);
    arena.release();
    expect(() => arena.float64(1)).toThrow("arena: expected one that is leased, got one that was released");
    expect(() => arena.release()).toThrow("expected one that is leased");
    expect(() => arena.loops).toThrow("expected one that is leased");
  });

  test("a thousand leases of growing size do not grow the process, at any time", async () => {
    const use = async (bytes: number) => {
      const arena = await lease(bytes);
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
    // Left to the collector, dropped WebAssembly memories pile up to 100 MB here.
    expect(most / MEBI).toBeLessThan(50);
  });
});

describe("a lease", () => {
  test("above 4 GiB is an error with the bytes", async () => {
    const error = await leaseArena(growKernels, 2 ** 32 + 1).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ArenaTooLargeError);
    expect(error).toMatchObject({
      bytes: 4294967297,
      message:
        "cambium: a run's memory: expected at most 4294967296 bytes (4 GiB), got 4294967297 bytes; use fewer rows or columns",
    });
  });

  test("while another one lasts has a memory of its own", async () => {
    const [one, other] = await Promise.all([lease(16), lease(16)]);
    const [mine, theirs] = [one.uint8(16), other.uint8(16)];
    mine.fill(7);
    expect(Array.from(theirs)).toEqual(new Array(16).fill(0));
    one.release();
    other.release();
  });

  test("after a release uses the same memory, and views kept by mistake no longer reach it", async () => {
    const first = await lease(MEBI);
    const stale = first.uint8(16);
    first.release();
    const second = await lease(MEBI);
    const fresh = second.uint8(16);
    stale[0] = 9;
    expect(stale.length).toBe(0);
    expect(Array.from(fresh)).toEqual(new Array(16).fill(0));
    second.release();
  });
});
