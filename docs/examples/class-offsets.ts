import { boosting } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/penguins.csv");
const [islands, labels, bills, depths] = ["island", "species", "bill_length_mm", "bill_depth_mm"].map((name) =>
  Array.from(table.column(name)),
);
const species = ["Adelie", "Chinstrap", "Gentoo"];

// What an island says: the log of how many of each species live there, and one more, so that none is impossible.
const pairs = labels.map((label, row) => `${label} of ${islands[row]}`);
const countOf = (label: string, island: unknown) => pairs.filter((pair) => pair === `${label} of ${island}`).length;
const said = (island: unknown) =>
  Object.fromEntries(species.map((label) => [`log${label}`, Math.log(1 + countOf(label, island))]));

// What bills say besides.
const rows = labels.map((label, row) => ({ label, bill: bills[row], depth: depths[row], ...said(islands[row]) }));
const offset = ["logAdelie", "logChinstrap", "logGentoo"];
const model = await boosting({ rounds: 30 }).fit(rows, { target: "label", task: "classification", offset });
console.log(model.offset, "for", model.classes);

for (const island of ["Torgersen", "Dream", "Biscoe"]) {
  const shares = model.predictProbability([{ bill: 44, depth: 18.5, ...said(island) }]);
  console.log(`${island}:`, species.map((label, place) => `${label} ${shares[place]?.toFixed(3)}`).join(", "));
}
