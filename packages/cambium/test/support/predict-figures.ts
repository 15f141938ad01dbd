import { loadModel } from "cambium/predict";

const ROWS = 40_000;

/** Columns for the model of `predictedRows`, with gaps. */
export function rowsToPredict() {
  const x = Float64Array.from({ length: ROWS }, (_, row) => (row % 11 === 3 ? Number.NaN : ((row * 7919) % 5003) / 7));
  const kind = Array.from(x, (_, row) => `kind ${row % 5}`);
  return { x, kind };
}

/**
 * What a model says of these rows in each of the ways to ask it, as one number by its bits: at once, in turns on one thread and on two, and
 * of each of some rows alone.
 */
export async function predictedFigures(bytes: readonly number[]): Promise<string[]> {
  const model = loadModel(Uint8Array.from(bytes));
  if (model.task !== "classification") throw new Error("expected a model of classes");
  const table = rowsToPredict();
  const some = { x: table.x.slice(0, 500), kind: table.kind.slice(0, 500) };
  const alone = Array.from(some.x, (x, row) => model.predictOneProbability({ x, kind: some.kind[row] })[1]);
  return [
    digestOf(model.predictProbability(table)),
    digestOf(await model.predictProbabilityAsync(table, { threads: 1 })),
    digestOf(await model.predictProbabilityAsync(table, { threads: 2 })),
    digestOf(model.predictProbability(some).filter((_, at) => at % 2 === 1)),
    digestOf(Float64Array.from(alone)),
  ];
}

/** FNV-1a over the bits. */
function digestOf(numbers: Float64Array): string {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(16);
}
