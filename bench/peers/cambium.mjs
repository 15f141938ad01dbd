import { readFileSync } from "node:fs";
import { cambiumPeer } from "./cambium-peer.mjs";
import { runJob } from "./run-job.mjs";
import { undisturbedTime } from "./undisturbed-time.mjs";
import { watchDerivatives } from "./watch-derivatives.mjs";

const { version } = JSON.parse(readFileSync(new URL("../../packages/cambium/package.json", import.meta.url), "utf8"));

const peer = cambiumPeer(undisturbedTime());

await runJob({
  ...peer,
  async fit(table, work) {
    if (work.measure !== "derivatives") return peer.fit(table, work);
    const tellShare = watchDerivatives();
    const fitted = await peer.fit(table, work);
    return { ...fitted, ...tellShare(fitted.model.ensemble.trees.length) };
  },
  async describe({ derivativeShare, ...fitted }) {
    const share = derivativeShare === undefined ? {} : { derivativeShare };
    return { version, ...(await peer.describe(fitted)), ...share };
  },
});
