import { cart } from "cambium";
import { readCsv } from "cambium/io";
import { treePlot } from "cambium/viz";
import { parse, View } from "vega";
import { compile } from "vega-lite";

const table = await readCsv("fixtures/datasets/iris.csv");
const model = await cart({ maxDepth: 2 }).fit(table, { target: "target" });
const specification = treePlot(model, { data: table, row: 0, title: "Irises" });

const view = new View(parse(compile(specification).spec), { renderer: "none" });
const svg = await view.toSVG();
console.log(svg.slice(0, svg.indexOf(">") + 1));
