import { afterEach, describe, expect, test, vi } from "vitest";
import { leaseArenaNow } from "../src/arena/lease-arena.ts";
import { configureKernels, growKernels, hasKernels } from "../src/index.ts";

const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: Record<string, unknown> };

afterEach(() => {
  vi.unstubAllGlobals();
  configureKernels({});
});

function canLeaseNow(): boolean {
  const arena = leaseArenaNow(growKernels, 1024);
  arena?.release();
  return arena !== null;
}

describe("an arena without waiting", () => {
  test("compiles the kernels where nobody has before", () => {
    configureKernels({});
    expect(canLeaseNow()).toBe(true);
  });

  test("takes the module that is there already, and none where none is wanted", async () => {
    configureKernels({ module: null });
    expect(canLeaseNow()).toBe(false);
    configureKernels({});
    await hasKernels(growKernels);
    expect(canLeaseNow()).toBe(true);
  });

  test("is not there where a page's main thread may not compile at once, until the module has come", async () => {
    const { compile, instantiate, Memory, Instance } = webAssembly;
    const Module = () => {
      throw new RangeError(
        "WebAssembly.Module is disallowed on the main thread, if the buffer size is larger than 4KB",
      );
    };
    vi.stubGlobal("WebAssembly", { compile, instantiate, Memory, Instance, Module });
    configureKernels({});
    expect(canLeaseNow()).toBe(false);
    expect(await hasKernels(growKernels)).toBe(true);
    expect(canLeaseNow()).toBe(true);
  });

  test("is not there where an instance is refused, nor where there is no such memory", async () => {
    const { compile, instantiate, Memory, Module } = webAssembly;
    const Instance = () => {
      throw new RangeError("WebAssembly.Instance is disallowed on the main thread");
    };
    vi.stubGlobal("WebAssembly", { compile, instantiate, Memory, Module, Instance });
    configureKernels({});
    expect(canLeaseNow()).toBe(false);
    expect(leaseArenaNow(growKernels, 2 ** 33)).toBe(null);
  });
});
