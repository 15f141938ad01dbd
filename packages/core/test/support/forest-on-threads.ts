import { randomForest } from "../../src/index.ts";

// A process of its own: it has to wait for the workers while they work, and to end although they still wait for more.
const x = Float64Array.from({ length: 20_000 }, (_, row) => (row * 7919) % 20_011);
const y = Array.from(x, (value, row) => ((value + row * 31) % 7 > 3 ? "a" : "b"));
const model = await randomForest({ trees: 40 }).fit({ x, z: x.slice().reverse(), y }, { target: "y", threads: 2 });
console.log(`${model.ensemble.trees.length} trees`);
