import { higgsLike } from "./higgs-like.mjs";

/** The columns of `higgsLike`, with a target that is above 0, as losses of counts and sizes ask for: the square of that one, and a little. */
export function sizesLike(table) {
  const { x, y } = higgsLike({ ...table, task: "regression" });
  return { x, y: y.map((value) => value * value + 2 ** -6) };
}
