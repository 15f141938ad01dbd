import { type CartOptions, cart, chiSquare, minChildWeight, purity, type Tree } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/breast-cancer-wdbc.csv");

async function grow(options: CartOptions): Promise<Tree> {
  return (await cart(options).fit(table, { target: "target" })).ensemble.trees[0];
}

function depthOf(tree: Tree, node = 0): number {
  const child = tree.firstChild[node];
  return child === 0 ? 0 : 1 + Math.max(depthOf(tree, child), depthOf(tree, child + 1));
}

const attempts: Record<string, CartOptions> = {
  "no limit": {},
  "minRowsSplit: 40": { minRowsSplit: 40 },
  "minGain: 0.02": { minGain: 0.02 },
  "minRowsLeaf: 20": { minRowsLeaf: 20 },
  chiSquare: { prune: chiSquare({ level: 0.001 }) },
  "minChildWeight(20)": { prune: minChildWeight(20) },
  "purity(0.9)": { prune: purity(0.9) },
  "maxDepth: 2": { maxDepth: 2 },
  "maxLeaves: 4": { maxLeaves: 4 },
};
console.log("                    leaves  depth  sum of gains");
for (const [name, options] of Object.entries(attempts)) {
  const tree = await grow(options);
  const gained = tree.gain.reduce((sum, gain) => sum + gain, 0);
  const figures = [String((tree.nodeCount + 1) / 2).padStart(6), String(depthOf(tree)).padStart(5), gained.toFixed(4)];
  console.log(name.padEnd(18), "", figures.join("  "));
}
