import { parseCsv, readCsv } from "cambium/io";

// A path, a URL, bytes, a Blob or a stream.
const cars = await readCsv("fixtures/datasets/auto-mpg.csv");
console.log(cars.rowCount, cars.columnNames);

// Another delimiter. Leading zeros make text, unless the column is declared numeric.
const text = "zip;floor;rent\n01067;3;650\n04109;2;720\n";
console.log(parseCsv(text, { delimiter: ";" }).column("zip"));
console.log(parseCsv(text, { delimiter: ";", types: { zip: "numeric" } }).column("zip"));

// Numbers that are names: declare them, and they are text.
console.log(parseCsv(text, { delimiter: ";", types: { floor: "categorical" } }).column("floor"));
