import { boosting, defineLoss } from "cambium";

// Too low costs three times as much as too high: what is sold when the shelf is empty is lost.
const shelf = defineLoss({
  name: "shelf",
  value: "where(y > s, lost * (y - s), s - y)",
  hessian: "1",
  parameters: { lost: 3 },
});

const hours = { hour: [8, 9, 10, 11, 12, 13, 14, 15], sold: [3, 5, 4, 9, 20, 18, 8, 6] };
const model = await boosting({ loss: shelf, rounds: 200, maxDepth: 2 }).fit(hours, { target: "sold" });
console.log(model.loss);
console.log(model.predict(hours).map((count) => Math.round(count)));

// A wrong expression says where.
try {
  defineLoss({ value: "log(1 + expo(-y * s))" });
} catch (error) {
  console.log((error as Error).message);
}
