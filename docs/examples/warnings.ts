import { type CambiumWarning, cart, trainTestSplit } from "cambium";

// House sales: each has an order of its own, and the number of its line in a ledger.
const size = Array.from({ length: 200 }, (_, sale) => 40 + ((sale * 37) % 160));
const table = {
  order: size.map((_, sale) => `A-${1000 + 7 * sale}`),
  line: size.map((_, sale) => sale + 1),
  size,
  price: size.map((metres, sale) => 2000 * metres + 900 * ((sale * 13) % 50)),
};
const { train, test } = trainTestSplit(table, { seed: 1 });

// Without onWarning they are printed on the console.
const show = ({ code, column }: CambiumWarning) => console.log(`${code}: ${column}`);
const first = await cart({ maxDepth: 4 }).fit(train, { target: "price", onWarning: show });
console.log(first.features.map(({ name }) => name));
console.log(first.warnings[0].message);

// Excluded by name, both are no features, and there is nothing left to warn of.
const model = await cart({ maxDepth: 4 }).fit(train, { target: "price", exclude: ["order", "line"] });
console.log(model.warnings);
// A table may have the columns all the same.
console.log(model.predict(test).length);
