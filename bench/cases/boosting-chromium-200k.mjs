import { byDepth } from "../harness/boosting-races.mjs";

const oneThread = { work: { threads: 1 } };
const asFastAsNode = (threads) => ({ of: `Chromium, ${threads}`, against: `Node, ${threads}`, target: 1.15 });

export const boostingChromium200k = {
  title: "Cambium in a page of Chromium: 50 trees of 8 levels for two classes, 200,000 × 28, on bins",
  data: { rows: 200_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  work: { ...byDepth.work, trees: 50 },
  rounds: 5,
  limitSeconds: 120,
  rivals: [
    { name: "Node, 2 threads", peer: "cambium" },
    { name: "Chromium, 2 threads", peer: "cambium-chromium", note: "an isolated page" },
    { name: "Node, 1 thread", peer: "cambium", ...oneThread },
    { name: "Chromium, 1 thread", peer: "cambium-chromium", note: "not isolated", ...oneThread },
  ],
  targets: [asFastAsNode("2 threads"), asFastAsNode("1 thread")],
};
