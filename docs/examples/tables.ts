import { cart, createDataset } from "cambium";

// Named arrays. Typed arrays are read without a copy in between.
const columns = {
  hours: Float64Array.of(1, 2, 3, 5, 8, 9),
  course: ["day", "day", "evening", "day", "evening", "evening"],
  passed: [false, false, false, true, true, true],
};
const byColumns = await cart().fit(columns, { target: "passed" });

// The same rows as objects.
const rows = columns.course.map((course, i) => ({ hours: columns.hours[i], course, passed: columns.passed[i] }));
const byRows = await cart().fit(rows, { target: "passed" });
console.log(byRows.toBytes().length === byColumns.toBytes().length);

// A dataset is read and sorted once, and serves many fits.
const dataset = await createDataset(columns, { target: "passed", features: ["hours"] });
for (const maxDepth of [0, 1]) {
  const model = await cart({ maxDepth }).fit(dataset);
  console.log(`depth ${maxDepth}:`, model.predict(columns));
}

// What was guessed on the way is said.
console.log(byColumns.report);
