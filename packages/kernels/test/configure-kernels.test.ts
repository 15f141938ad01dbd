import { afterEach, describe, expect, test, vi } from "vitest";
import { kernelsBinary } from "../src/generated/kernels-binary.ts";
import { configureKernels, leaseArena } from "../src/index.ts";
import { unshareMemory } from "../src/unshare-memory.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  configureKernels({});
});

const { WebAssembly } = globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } };

async function engineOfALease(): Promise<string> {
  const arena = await leaseArena(16);
  arena.release();
  return arena.engine;
}

describe("the loops run", () => {
  test("compiled, when nothing is said", async () => {
    expect(await engineOfALease()).toBe("wasm");
  });

  test("as twins with module: null, and compiled again after {}", async () => {
    configureKernels({ module: null });
    expect(await engineOfALease()).toBe("twin");
    configureKernels({});
    expect(await engineOfALease()).toBe("wasm");
  });

  test("in a module that the host compiled", async () => {
    const binary = Buffer.from(kernelsBinary, "base64");
    unshareMemory(binary);
    configureKernels({ module: new WebAssembly.Module(binary) });
    expect(await engineOfALease()).toBe("wasm");
  });

  test("as twins in a host without WebAssembly", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    configureKernels({});
    expect(await engineOfALease()).toBe("twin");
  });

  test("as twins where the host refuses to compile", async () => {
    vi.stubGlobal("WebAssembly", { compile: () => Promise.reject(new Error("blocked by Content Security Policy")) });
    configureKernels({});
    expect(await engineOfALease()).toBe("twin");
  });
});

test("a module of something else is refused, with what it lacks", () => {
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  expect(() => configureKernels({ module: empty })).toThrow(
    "cambium: configureKernels: expected a module compiled from the kernels of this version, got one without " +
      "scanNewton, scanGini, growTree; compile it again",
  );
});

describe("the one build", () => {
  test("differs from its unshared form in one byte", () => {
    const shared = Buffer.from(kernelsBinary, "base64");
    const unshared = Buffer.from(shared);
    unshareMemory(unshared);
    const changed = Array.from(shared.keys()).filter((at) => shared[at] !== unshared[at]);
    expect(changed.map((at) => [shared[at], unshared[at]])).toEqual([[3, 1]]);
  });

  test("is not taken for another binary", () => {
    expect(() => unshareMemory(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toThrow(
      "expected one import, a shared memory",
    );
  });
});
