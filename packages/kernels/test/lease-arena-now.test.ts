import { afterEach, describe, expect, test, vi } from "vitest";
import { configureKernels, kernelEngine } from "../src/index.ts";
import { leaseArenaNow } from "../src/lease-arena.ts";

const { WebAssembly: webAssembly } = globalThis as unknown as { WebAssembly: Record<string, unknown> };

afterEach(() => {
  vi.unstubAllGlobals();
  configureKernels({});
});

function engineNow(): string | undefined {
  const arena = leaseArenaNow(1024);
  arena?.release();
  return arena?.engine;
}

describe("an arena without waiting", () => {
  test("compiles the kernels where nobody has before", () => {
    configureKernels({});
    expect(engineNow()).toBe("wasm");
  });

  test("takes the module that is there already, and none where none is wanted", async () => {
    configureKernels({ module: null });
    expect(engineNow()).toBe("twin");
    configureKernels({});
    await kernelEngine();
    expect(engineNow()).toBe("wasm");
  });

  test("is the twin's where a page's main thread may not compile at once, until the module has come", async () => {
    const { compile, instantiate, Memory, Instance } = webAssembly;
    const Module = () => {
      throw new RangeError(
        "WebAssembly.Module is disallowed on the main thread, if the buffer size is larger than 4KB",
      );
    };
    vi.stubGlobal("WebAssembly", { compile, instantiate, Memory, Instance, Module });
    configureKernels({});
    expect(engineNow()).toBe("twin");
    expect(await kernelEngine()).toBe("wasm");
    expect(engineNow()).toBe("wasm");
  });

  test("is the twin's where an instance is refused, and null where there is no such memory", async () => {
    const { compile, instantiate, Memory, Module } = webAssembly;
    const Instance = () => {
      throw new RangeError("WebAssembly.Instance is disallowed on the main thread");
    };
    vi.stubGlobal("WebAssembly", { compile, instantiate, Memory, Module, Instance });
    configureKernels({});
    expect(engineNow()).toBe("twin");
    expect(leaseArenaNow(2 ** 33)).toBe(null);
  });
});
