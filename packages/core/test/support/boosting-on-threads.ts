import { boosting } from "../../src/index.ts";

// A process of its own: it has to wait for the worker while that works, and to end although it still waits for more.
const x = Float64Array.from({ length: 20_000 }, (_, row) => (row * 7919) % 20_011);
const y = x.map((value, row) => (value + row * 31) % 7);
const learner = boosting({ rounds: 20, splitter: "histogram" });
const { ensemble, report } = await learner.fit({ x, z: x.slice().reverse(), y }, { target: "y", threads: 2 });
const ended = Date.now();
process.on("exit", (code) =>
  console.log(JSON.stringify({ code, report, rounds: ensemble.trees.length, waited: Date.now() - ended })),
);
