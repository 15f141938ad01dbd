import { randomForest } from "../../src/index.ts";

// A process of its own: it has to wait for the worker while that predicts, and to end although it still waits for more.
const x = Float64Array.from({ length: 20_000 }, (_, row) => (row * 7919) % 20_011);
const y = x.map((value, row) => (value + row * 31) % 7);
const model = await randomForest({ trees: 5 }).fit({ x, z: x.slice().reverse(), y }, { target: "y", threads: 1 });
const predicted = await model.predictAsync({ x, z: x.slice().reverse() }, { threads: 2 });
console.log(`${predicted.length} rows`);
