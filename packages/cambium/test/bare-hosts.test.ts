import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { scriptOf } from "./support/script-of.ts";

/** Fits, predicts, saves and reads, in a host of which only some globals are left; prints what it has found. */
const script = scriptOf(`
import { boosting, cart, crossValidate, loadModel, randomForest } from "../../src/index.ts";

const at = (of) => Array.from({ length: 4000 }, (_, row) => of(row));
const table = { x: at((row) => (row * 7919) % 997), word: at((row) => "w" + (row % 7)), y: at((row) => (row % 97) / 3) };
const run = { target: "y", threads: 2 };
const model = await boosting({ rounds: 20, splitter: "histogram" }).fit(table, { ...run, timeLimit: 60, validation: table });
const forest = await randomForest({ trees: 8 }).fit(table, run);
const { mean } = await crossValidate(cart({ maxDepth: 3 }), table, { target: "y" });
const sum = [...loadModel(forest.toBytes()).toBytes()].reduce((sum, byte) => (31 * sum + byte) % 1000003, 7);
print(JSON.stringify([[...model.predict(table).slice(0, 5)], sum, mean.rmse]));
`);

/** What the program prints once these globals are gone. */
async function printsWithout(...names: string[]): Promise<string> {
  const gone = names.map((name) => `Object.defineProperty(globalThis, ${JSON.stringify(name)}, { value: undefined });`);
  const source = `globalThis.print = console.log; ${gone.join(" ")} ${await script}`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-"], {
    input: source,
    encoding: "utf8",
  });
  // An error begins with the whole script.
  return stdout + stderr.slice(-1000);
}

const pauses = ["setImmediate", "MessageChannel"];
const timers = ["setTimeout", "clearTimeout", "setInterval"];
const threads = ["process", "Worker", "SharedArrayBuffer", "Atomics", "navigator", "Blob", "URL"];
const others = ["TextDecoder", "TextEncoder", "console", "structuredClone", "queueMicrotask", "crypto"];

describe("a host", () => {
  const expected = printsWithout();

  it.each([
    ["setImmediate and MessageChannel", pauses],
    ["timers as well", [...pauses, ...timers]],
    ["performance", ["performance"]],
    ["threads", threads],
    [
      "anything that the language does not have",
      [...pauses, ...timers, ...threads, ...others, "performance", "WebAssembly"],
    ],
  ])("without %s comes to the same", async (_, names) => {
    expect(await expected).toMatch(/^\[\[/);
    expect(await printsWithout(...names)).toBe(await expected);
  });
});
