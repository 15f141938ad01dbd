import { valueOfTypeScript } from "../run-typescript.mjs";

/** The tree of the README, drawn from `treePlot` of the penguins: light and dark, so that it suits the reader's page. */
export async function treePictures() {
  const pictures = await valueOfTypeScript(DRAW);
  return Object.entries(pictures).map(([theme, text]) => ({
    path: `docs/public/tree-${theme}.svg`,
    text: `${text}\n`,
  }));
}

const DRAW = `
  import { cart, costComplexity } from "cambium";
  import { readCsv } from "cambium/io";
  import { treePlot } from "cambium/viz";
  import { parse, View } from "vega";
  import { compile } from "vega-lite";

  const table = await readCsv("fixtures/datasets/penguins.csv");
  const prune = costComplexity({ folds: 10, rule: "1se", seed: 1 });
  const model = await cart({ minRowsLeaf: 5, prune }).fit(table, { target: "species" });
  const draw = (theme) => {
    const { spec } = compile(treePlot(model, { data: table, theme }));
    return new View(parse(spec), { renderer: "none" }).toSVG();
  };
  console.log(JSON.stringify({ light: await draw("light"), dark: await draw("dark") }));
`;
