import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { leaseArenaNow } from "../src/arena/lease-arena.ts";
import { workerSource } from "../src/generated/worker-source.ts";
import { decodeBinary } from "../src/host/decode-binary.ts";
import { unshareMemory } from "../src/host/unshare-memory.ts";
import {
  configureKernels,
  growKernels,
  hasKernels,
  type KernelOptions,
  leaseArena,
  leaseSharedArena,
  mayHaveKernels,
} from "../src/index.ts";
import { predictKernels } from "../src/predict/predict-kernels.ts";
import { lease } from "./support/lease.ts";

const scriptOf = (statement: string) =>
  new Worker(`const post = (text) => require("node:worker_threads").parentPort.postMessage(text); ${statement}`, {
    eval: true,
  });

afterEach(() => {
  vi.unstubAllGlobals();
  configureKernels({});
});

const { WebAssembly } = globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } };

/** A namespace of the host has parts that are not copied by a spread. */
function hostParts(): object {
  const { WebAssembly: host } = globalThis as unknown as { WebAssembly: Record<string, unknown> };
  return { Memory: host.Memory, Instance: host.Instance, Module: host.Module, instantiate: host.instantiate };
}

/** Whether there is an arena, as was foretold. */
async function canLease(): Promise<boolean> {
  const arena = await leaseArena(growKernels, 16);
  arena?.release();
  expect(await hasKernels(growKernels)).toBe(arena !== null);
  return arena !== null;
}

describe("the kernels are there", () => {
  test("when nothing is said", async () => {
    expect(await canLease()).toBe(true);
  });

  test("again after {}, and not with module: null", async () => {
    configureKernels({ module: null });
    expect(await canLease()).toBe(false);
    configureKernels({});
    expect(await canLease()).toBe(true);
  });

  test("from a module that the host compiled", async () => {
    const binary = decodeBinary(growKernels.binary);
    unshareMemory(binary);
    configureKernels({ module: { grow: new WebAssembly.Module(binary) } });
    expect(await canLease()).toBe(true);
  });

  test("but not in a host without WebAssembly", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    configureKernels({});
    expect(await canLease()).toBe(false);
  });

  test("but not where the host refuses to compile", async () => {
    vi.stubGlobal("WebAssembly", { compile: () => Promise.reject(new Error("blocked by Content Security Policy")) });
    configureKernels({});
    expect(await canLease()).toBe(false);
  });
});

describe("a module that the host compiled", () => {
  const compiled = (isShared: boolean) => {
    const binary = decodeBinary(growKernels.binary);
    if (!isShared) unshareMemory(binary);
    return new WebAssembly.Module(binary);
  };

  test.each([true, false])("runs alone in the kind of memory that it takes: shared %j", async (isShared) => {
    configureKernels({ module: { grow: compiled(isShared) } });
    const arena = await lease(16);
    expect(arena.float64(1).buffer instanceof SharedArrayBuffer).toBe(isShared);
    arena.release();
  });

  test("has threads where its memory is shared", async () => {
    configureKernels({ module: { grow: compiled(true) } });
    const { arena, refusal } = await leaseSharedArena(growKernels, 16, 2);
    expect([arena?.threads, refusal]).toEqual([2, null]);
    arena?.release();
  });

  test("has none where it is not, and says why", async () => {
    configureKernels({ module: { grow: compiled(false) } });
    expect(await leaseSharedArena(growKernels, 16, 2)).toEqual({
      arena: null,
      refusal: "its module of the kernels was not compiled for a memory that threads share",
    });
  });
});

describe("workers of the host's own", () => {
  test("are taken, from the text that is also shipped as a file", async () => {
    let started = 0;
    const worker = () => {
      started++;
      return new Worker(workerSource, { eval: true });
    };
    configureKernels({ worker });
    const { arena, refusal } = await leaseSharedArena(growKernels, 16, 3);
    expect([arena?.threads, refusal, started]).toEqual([3, null, 2]);
    arena?.release();
  });

  test.each<[string, () => object, RegExp]>([
    ["one that begins with something else", () => scriptOf("post(1)"), /^expected a worker to begin .* got another/],
    ["one that throws", () => scriptOf("throw new Error('no such file')"), /^no such file$/],
    ["one that ends", () => scriptOf("process.exit(3)"), /^it ended with code 3$/],
    ["none", () => undefined as unknown as object, /was given started none$/],
    ["what is no worker", () => ({}), /was given started none$/],
    [
      "a refusal",
      () =>
        new (class {
          constructor() {
            throw new Error("not here");
          }
        })(),
      /^not here$/,
    ],
  ])("that turn out to be %s leave one thread, and the reason", async (_name, worker, reason) => {
    configureKernels({ worker });
    const { arena, refusal } = await leaseSharedArena(growKernels, 16, 2);
    if (arena === null) expect(refusal).toMatch(reason);
    else {
      // The host says it later.
      await vi.waitFor(() => expect(arena.workers[0].refusal).toMatch(reason));
      expect(arena.refusalOf(2)).toEqual([expect.stringMatching(/^of 2 threads this host gave 1: /)]);
      arena.release();
    }
  });

  test("are started by a function", () => {
    const mistake = { worker: "/worker.js" } as unknown as KernelOptions;
    expect(() => configureKernels(mistake)).toThrow(
      "cambium: configureKernels: worker expects a function that starts a Worker, got string",
    );
  });
});

test("a module of something else is refused, with what it lacks", () => {
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  const binary = decodeBinary(predictKernels.binary);
  const lacking = (name: string, loops: string) =>
    `cambium: configureKernels: expected a module compiled from the kernels "${name}" of this version, got one without ${loops}; compile it again`;
  expect(() => configureKernels({ module: { grow: empty } })).toThrow(lacking("grow", "growTree, takeTask, log"));
  expect(() => configureKernels({ module: { grow: new WebAssembly.Module(binary) } })).toThrow(
    lacking("grow", "growTree, log"),
  );
  expect(() => configureKernels({ module: { predict: empty } })).toThrow(lacking("predict", "walkTrees, takeTask"));
  const bare = { module: empty } as KernelOptions;
  expect(() => configureKernels(bare)).toThrow("module expects { grow, predict }");
});

describe("the module that predicts", () => {
  test("is the host's own, built in beside one for growing, and not there where none is wanted", async () => {
    const binary = decodeBinary(predictKernels.binary);
    configureKernels({ module: { predict: new WebAssembly.Module(binary) } });
    expect(await hasKernels(predictKernels)).toBe(true);
    const arena = leaseArenaNow(predictKernels, 16);
    expect(arena?.float64(1).buffer).toBeInstanceOf(SharedArrayBuffer);
    arena?.release();
    configureKernels({ module: { grow: new WebAssembly.Module(decodeBinary(growKernels.binary)) } });
    expect(leaseArenaNow(predictKernels, 16)?.float64(1).buffer).toBeInstanceOf(ArrayBuffer);
    configureKernels({ module: null });
    expect([mayHaveKernels("predict"), leaseArenaNow(predictKernels, 16)]).toEqual([false, null]);
  });

  test("is compiled by whoever predicts, and the other by whoever grows", async () => {
    const { Module } = WebAssembly;
    const sizes: number[] = [];
    const compile = (bytes: Uint8Array) => {
      sizes.push(bytes.length);
      return Promise.resolve(new Module(bytes));
    };
    vi.stubGlobal("WebAssembly", { ...hostParts(), compile });
    configureKernels({});
    const [grow, predict] = [growKernels, predictKernels].map(({ binary }) => decodeBinary(binary).length);
    await hasKernels(growKernels);
    expect(sizes).toEqual([grow]);
    await leaseSharedArena(predictKernels, 16, 2).then(({ arena }) => arena?.release());
    expect(sizes).toEqual([grow, predict]);
  });
});

describe("the one build", () => {
  test.each([growKernels, predictKernels])("of $name differs from its unshared form in one byte", ({ binary }) => {
    const shared = decodeBinary(binary);
    const unshared = Buffer.from(shared);
    unshareMemory(unshared);
    const changed = Array.from(shared.keys()).filter((at) => shared[at] !== unshared[at]);
    expect(changed.map((at) => [shared[at], unshared[at]])).toEqual([[3, 1]]);
  });

  test("is not taken for another binary", () => {
    expect(() => unshareMemory(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toThrow(
      "expected a shared memory as the first import",
    );
  });
});
