import { CambiumError, cart } from "cambium";
import { parseCsv } from "cambium/io";

// An empty field is missing, and so is what missingValues lists.
const text = "age,city,bought\n20,Bern,no\n30,n/a,no\n40,Basel,yes\n,Basel,yes\n60,Bern,yes\n";
const table = parseCsv(text, { missingValues: ["n/a"] });
console.log(table.column("age"), table.column("city"));

// Every split learns a side for missing values. A city that training never saw is treated as missing.
const model = await cart().fit(table, { target: "bought" });
console.log(model.predictOne({ age: null, city: "Basel" }), model.predictOne({ age: 45, city: "Zug" }));

// Or both are refused.
const strict = await cart({ missing: "error", unseen: "error" }).fit(table, { target: "bought" });
for (const row of [
  { age: null, city: "Basel" },
  { age: 45, city: "Zug" },
]) {
  try {
    strict.predictOne(row);
  } catch (error) {
    if (!(error instanceof CambiumError)) throw error;
    console.log(`${error.code}: ${error.message}`);
  }
}
