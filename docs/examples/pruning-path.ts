import { cart, costComplexity, treeCost } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/wine.csv");
const prune = costComplexity({ folds: 10, rule: "1se", seed: 1 });
const model = await cart({ prune }).fit(table, { target: "target" });
const [tree] = model.ensemble.trees;
const taken = (tree.nodeCount + 1) / 2;
const least = Math.min(...model.pruningPath.map(({ validationError }) => validationError ?? 1));

console.log("     α  leaves  wrong in the folds");
for (const { alpha, leaves, validationError, standardError } of model.pruningPath) {
  const error = `${validationError?.toFixed(3)} ± ${standardError?.toFixed(3)}`;
  const marks = [validationError === least ? "  ← least" : "", leaves === taken ? "  ← taken" : ""];
  console.log(`${alpha.toFixed(4)}  ${String(leaves).padStart(6)}  ${error}${marks.join("")}`);
}

const stump = await cart({ maxDepth: 1 }).fit(table, { target: "target" });
console.log(
  `J at α = 0.02: ${treeCost(model, 0.02).toFixed(4)} for this tree, ${treeCost(stump, 0.02).toFixed(4)} for one split`,
);
