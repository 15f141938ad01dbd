import { boosting, createDataset, loadDataset } from "cambium";

const rows = Array.from({ length: 2000 }, (_, row) => row);
const table = {
  size: Float32Array.from(rows, (row) => ((row * 7919) % 2003) / 10),
  age: rows.map((row) => (row * 31) % 97),
  price: rows.map((row) => ((row * 7919) % 2003) / 4 - ((row * 31) % 97)),
};

const dataset = await createDataset(table, { target: "price", maxBins: 63 });
const bytes = dataset.toBytes();
const again = await loadDataset(bytes);

for (const learningRate of [0.1, 0.3]) {
  const learner = boosting({ splitter: "histogram", maxBins: 63, rounds: 20, learningRate });
  const model = await learner.fit(dataset);
  const same = await learner.fit(again);
  console.log(model.predictOne({ size: 120, age: 40 }), same.predictOne({ size: 120, age: 40 }));
}
console.log(`${bytes.length} bytes`);
