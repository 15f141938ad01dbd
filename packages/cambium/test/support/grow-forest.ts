import { randomForest } from "cambium";

/** What a host makes of one forest. */
export interface GrownForest {
  /** FNV-1a over the model's bytes. */
  readonly bytes: string;
  readonly report: readonly string[];
  /** How long a task that asks for its next turn at once had to wait for it, each time, in milliseconds, ascending. */
  readonly waits: readonly number[];
}

/** The same forest in every host: 20,000 rows, two noisy classes, a few values missing. */
export async function growForest(threads: number | "auto"): Promise<GrownForest> {
  const table = noisyTable(20_000, 8);
  const stop = tick();
  try {
    const model = await randomForest({ trees: 24, seed: 5 }).fit(table, { target: "y", threads });
    return { bytes: digestOf(model.toBytes()), report: model.report, waits: stop() };
  } finally {
    stop();
  }
}

function noisyTable(rowCount: number, columnCount: number) {
  let state = 1;
  const next = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const columns = Array.from({ length: columnCount }, () =>
    Float64Array.from({ length: rowCount }, () => (next() < 0.05 ? Number.NaN : next())),
  );
  const y = Array.from(columns[0], (value) => ((value || 0) + next() > 1 ? "high" : "low"));
  return { ...Object.fromEntries(columns.map((values, at) => [`x${at}`, values])), y };
}

function digestOf(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16);
}

/** Measures waits until it is stopped. */
function tick(): () => number[] {
  const waits: number[] = [];
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  port1.addEventListener("message", () => {
    const now = performance.now();
    waits.push(now - last);
    last = now;
    port2.postMessage(null);
  });
  port1.start();
  port2.postMessage(null);
  return () => {
    port1.close();
    return waits.sort((a, b) => a - b);
  };
}
