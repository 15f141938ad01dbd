import { readFileSync } from "node:fs";
import { cambiumPeer } from "./cambium-peer.mjs";
import { runJob } from "./run-job.mjs";

const { version } = JSON.parse(readFileSync(new URL("../../packages/cambium/package.json", import.meta.url), "utf8"));

await runJob({
  ...cambiumPeer,
  describe: async (fitted) => ({ version, ...(await cambiumPeer.describe(fitted)) }),
});
