import { importsOfLoss, type LossLinks, putLoss } from "./arena/own-loss.ts";
import type { GrowLoops } from "./generated/grow-loops.ts";
import { TreeOutcome, TreeSlot } from "./generated/tree-layout.ts";
import { type TeamMessage, type TreeMessage, WORKER_READY, type WorkerTask } from "./host/worker-task.ts";

// What a worker runs: Node evaluates it as text, a page loads it from a Blob or as a file. A message tells it either to grow a
// tree, in a memory that it shares with whoever sent it: it calls the kernel, copies the finished nodes away whenever their
// places are full, looks at the stop word, and sends all nodes at the end. Or to share the tasks of a board, until there are
// no more to come; where a loss brought derivatives of its own, its compiled module came with the board. It knows nothing else, and never runs a user's code.

/** The parts of both kinds of worker that are used. */
interface WorkerHost {
  readonly process?: { getBuiltinModule?(name: "node:worker_threads"): { readonly parentPort: NodePort } };
  readonly WebAssembly: {
    readonly Instance: new (module: object, imports: { env: object }) => { readonly exports: unknown };
  };
  postMessage(message: unknown, transfer?: readonly ArrayBufferLike[]): void;
  onmessage: (event: { readonly data: WorkerTask }) => void;
  onmessageerror: () => void;
}

interface NodePort {
  on(event: "message", listener: (task: WorkerTask) => void): void;
  postMessage(message: unknown, transfer?: readonly ArrayBufferLike[]): void;
}

/** Entries handled between two looks at the stop word: some 4 ms. */
const STOP_AFTER = 1 << 20;

const page = globalThis as unknown as WorkerHost;
const threads = page.process?.getBuiltinModule?.("node:worker_threads");
const port = threads?.parentPort ?? page;

function loopsOf({ module, memory }: WorkerTask): GrowLoops & LossLinks {
  return new page.WebAssembly.Instance(module, { env: { memory } }).exports as GrowLoops & LossLinks;
}

function grow(task: TreeMessage): Float64Array[] {
  const { memory, job } = task;
  const { growTree } = loopsOf(task);
  const { buffer } = memory as { readonly buffer: SharedArrayBuffer };
  const numbers = new Float64Array(buffer);
  const slots = new Float64Array(buffer, job, TreeSlot.size);
  const stop = new Int32Array(buffer, job + 8 * TreeSlot.stop, 1);
  const chunks: Float64Array[] = [];
  for (;;) {
    const outcome = growTree(job, STOP_AFTER);
    const first = slots[TreeSlot.nodes] / 8;
    const count = slots[TreeSlot.written];
    if (count > 0) chunks.push(numbers.slice(first, first + count));
    slots[TreeSlot.written] = 0;
    if (outcome === TreeOutcome.done || Atomics.load(stop, 0) !== 0) return chunks;
  }
}

function serve(task: TeamMessage): void {
  const { memory, loss, board, thread } = task;
  const loops = loopsOf(task);
  if (loss !== null) putLoss(loops, new page.WebAssembly.Instance(loss, importsOfLoss(loops, memory)).exports);
  loops.serveTasks(board, thread);
  port.postMessage(null);
}

function answer(task: WorkerTask): void {
  if ("board" in task) serve(task);
  else sendTree(task);
}

function sendTree(task: TreeMessage): void {
  const chunks = grow(task);
  port.postMessage(
    chunks,
    chunks.map((chunk) => chunk.buffer),
  );
}

if (threads) threads.parentPort.on("message", answer);
else {
  page.onmessage = ({ data }) => answer(data);
  page.onmessageerror = () => {
    throw new Error("it can not share this page's memory");
  };
}
port.postMessage(WORKER_READY);
