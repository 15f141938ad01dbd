import { readFileSync } from "node:fs";
import { cambiumPeer } from "./cambium-peer.mjs";
import { runJob } from "./run-job.mjs";
import { undisturbedTime } from "./undisturbed-time.mjs";

const { version } = JSON.parse(readFileSync(new URL("../../packages/cambium/package.json", import.meta.url), "utf8"));

const peer = cambiumPeer(undisturbedTime());

await runJob({ ...peer, describe: async (fitted) => ({ version, ...(await peer.describe(fitted)) }) });
