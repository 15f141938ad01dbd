/**
 * What a worker runs, as text: Node evaluates it, a page loads it from a Blob. It grows one tree a message, in a memory that
 * it shares with whoever sent it: calls the kernel, copies the finished nodes away whenever their places are full, looks
 * at the stop word, and sends all nodes at the end. It knows nothing else, and never runs a user's code.
 */
export const workerSource = `
"use strict";
const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
const port = threads ? threads.parentPort : globalThis;
const STOP_AFTER = 1 << 20;
function grow({ module, memory, job, written, nodes, numbers, stop }) {
  const { growTree } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  const f64 = new Float64Array(memory.buffer);
  const i32 = new Int32Array(memory.buffer);
  const chunks = [];
  for (;;) {
    const outcome = growTree(job, STOP_AFTER);
    const count = f64[written / 8] * numbers;
    if (count > 0) chunks.push(f64.slice(nodes / 8, nodes / 8 + count));
    f64[written / 8] = 0;
    if (outcome === 0 || Atomics.load(i32, stop / 4) !== 0) return chunks;
  }
}
function answer(task) {
  const chunks = grow(task);
  port.postMessage(chunks, chunks.map((chunk) => chunk.buffer));
}
function refuse() {
  throw new Error("it can not share this page's memory");
}
if (threads) port.on("message", answer);
else {
  port.onmessage = (event) => answer(event.data);
  port.onmessageerror = refuse;
}
port.postMessage("ready");
`;
