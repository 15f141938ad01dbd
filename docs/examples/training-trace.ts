import { cart, type NodeTrace } from "cambium";

const table = {
  outlook: ["sunny", "sunny", "overcast", "rain", "rain", "rain", "overcast", "sunny"],
  humidity: [85, 90, 78, 96, 80, 70, 65, 95],
  wind: ["weak", "strong", "weak", "weak", "weak", "strong", "strong", "weak"],
  play: ["no", "no", "yes", "yes", "yes", "no", "yes", "no"],
};

// While the tree grows, each node tells what was weighed: the best cut on every feature, and the rule that refused.
const trace: NodeTrace[] = [];
const model = await cart({ maxDepth: 2 }).fit(table, { target: "play", onNode: (node) => trace.push(node) });

const nameOf = (feature: number) => model.features[feature]?.name;
for (const { way, candidates, without, best, refusedBy } of trace) {
  const gains = candidates.map(({ feature, gain }) => `${nameOf(feature)} ${gain.toFixed(3)}`).join(", ");
  const nothing = without.length > 0 ? `; nothing on ${without.map(nameOf).join(", ")}` : "";
  const taken =
    best === null ? `a leaf${refusedBy === null ? "" : ` by ${refusedBy}`}` : `cut by ${nameOf(best.feature)}`;
  console.log(`${["root", ...way].join(" → ")}: ${gains}${nothing} (${taken})`);
}
