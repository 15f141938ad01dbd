import { boosting } from "cambium";

// What a page trains, however it got there. Node runs it too, so that the two can be compared.
globalThis.outcome = outcome();

async function outcome() {
  const x = Float64Array.from({ length: 5000 }, (_, row) => (row * 7919) % 5003);
  const z = x.map((value, row) => (row % 9 === 0 ? Number.NaN : (value * 31) % 17));
  const kind = Array.from(x, (value) => `kind ${value % 4}`);
  const y = x.map((value, row) => (value > 2000 ? 3 : 1) + (row % 4));
  const learner = boosting({ rounds: 10, splitter: "histogram" });
  const model = await learner.fit({ x, z, kind, y }, { target: "y", threads: 2 });
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", model.toBytes()));
  return { bytes: Array.from(digest).join(" "), report: model.report };
}
