import { cambiumPeer } from "./cambium-peer.mjs";
import { tableOf } from "./table-of.mjs";

const peer = cambiumPeer(() => performance.now());

/** What `run-job.mjs` does in Node, in a page: the files are addresses. How much CPU time and memory it takes is not known here. */
globalThis.runJob = async ({ train, test, predictions, warmUpRows, work: given }) => {
  const work = { ...given, categories: train.categories };
  await peer.fit(await inputOf(train, Math.min(warmUpRows, train.rows), work), work);
  const table = await inputOf(train, train.rows, work);

  await collectGarbage();
  const started = performance.now();
  const fitted = await peer.fit(table, work);
  const wallSeconds = (performance.now() - started) / 1000;
  expectThreads(fitted.model, work.threads);

  const predicted = peer.predict(fitted, await inputOf(test, test.rows, work));
  await fetch(predictions, { method: "POST", body: Float64Array.from(predicted) });
  return { wallSeconds, ...(await peer.describe(fitted)) };
};

async function inputOf(table, count, work) {
  const [x, y] = await Promise.all([table.x, table.y].map(readFloats));
  return peer.input(tableOf(x, y, table, count), work);
}

async function readFloats(address) {
  return new Float32Array(await (await fetch(address)).arrayBuffer());
}

/** As in Node, where what reading left behind is collected before the fit. */
async function collectGarbage() {
  globalThis.gc();
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** A fit on fewer threads would be the time of something else. */
function expectThreads({ report }, threads) {
  const fewer = report.find((line) => line.startsWith(`of ${threads} threads`));
  if (fewer !== undefined) throw new Error(fewer);
}
