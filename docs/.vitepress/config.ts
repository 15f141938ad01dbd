import { defineConfig } from "vitepress";

const guide = [
  { text: "From a file to a picture", link: "/guide/from-file-to-picture" },
  { text: "How a tree is grown", link: "/guide/how-a-tree-is-grown" },
  { text: "ID3, C4.5 and CART", link: "/guide/id3-c45-cart" },
  { text: "Pruning", link: "/guide/pruning" },
  { text: "Boosting", link: "/guide/boosting" },
  { text: "One seed, one model", link: "/guide/one-seed-one-model" },
];

const howTo = [
  { text: "Read data", link: "/how-to/read-data" },
  { text: "Handle missing values", link: "/how-to/handle-missing-values" },
  { text: "Weigh rows", link: "/how-to/weigh-rows" },
  { text: "Weigh classes and errors", link: "/how-to/weigh-classes" },
  { text: "Use an offset", link: "/how-to/use-an-offset" },
  { text: "Predict", link: "/how-to/predict" },
  { text: "Evaluate a model", link: "/how-to/evaluate-a-model" },
  { text: "Predict intervals and sets", link: "/how-to/predict-intervals" },
  { text: "Calibrate probabilities", link: "/how-to/calibrate-probabilities" },
  { text: "Grow forests", link: "/how-to/grow-forests" },
  { text: "Choose parameters", link: "/how-to/choose-parameters" },
  { text: "Stop a fit", link: "/how-to/stop-a-fit" },
  { text: "Continue a fit", link: "/how-to/continue-a-fit" },
  { text: "Save and load a model", link: "/how-to/save-and-load" },
  { text: "Bin once, fit often", link: "/how-to/bin-once" },
  { text: "Run in a page", link: "/how-to/run-in-a-page" },
  { text: "Draw a tree", link: "/how-to/draw-a-tree" },
  { text: "Explain a model", link: "/how-to/explain-a-model" },
  { text: "Add a loss", link: "/how-to/add-a-loss" },
  { text: "Add a criterion", link: "/how-to/add-a-criterion" },
  { text: "Add a pruning strategy", link: "/how-to/add-a-pruning-strategy" },
  { text: "Add a plot", link: "/how-to/add-a-plot" },
];

const reference = [
  { text: "API", link: "/reference/api" },
  { text: "Options", link: "/reference/options" },
  { text: "Losses", link: "/reference/losses" },
  { text: "Losses beside peers", link: "/reference/losses-beside-peers" },
  { text: "Metrics", link: "/reference/metrics" },
  { text: "Loss expressions", link: "/reference/loss-expressions" },
  { text: "CSV", link: "/reference/csv" },
  { text: "Models and their file", link: "/reference/model-file" },
  { text: "Errors and limits", link: "/reference/errors-and-limits" },
  { text: "How fast", link: "/reference/how-fast" },
  { text: "Published studies", link: "/reference/published-studies" },
];

const decisions = [
  { text: "All decisions", link: "/decisions/" },
  { text: "A link instead of toPrediction", link: "/decisions/link-instead-of-to-prediction" },
  { text: "Losses do not see weights", link: "/decisions/losses-do-not-see-weights" },
  { text: "A splitter begins once a fit", link: "/decisions/splitter-begins-once" },
  { text: "One seam where a tree is grown", link: "/decisions/engines-choose-themselves" },
  { text: "One reference, no twins", link: "/decisions/one-reference" },
  { text: "A gain in real units", link: "/decisions/gains-in-real-units" },
  { text: "Rounding, and nodes of one target", link: "/decisions/rounding-and-pure-nodes" },
  { text: "Ties in forests are drawn", link: "/decisions/ties-in-forests" },
  { text: "Pruning may take time", link: "/decisions/pruning-may-take-time" },
  { text: "ESM, imports with .ts", link: "/decisions/esm-with-ts-imports" },
  { text: "Code in pages is quoted", link: "/decisions/code-in-pages-is-quoted" },
  { text: "The size of a package is what travels", link: "/decisions/size-is-what-travels" },
  { text: "Rows move with their node", link: "/decisions/rows-move-with-their-node" },
  { text: "Few categories on a side", link: "/decisions/few-categories-on-a-side" },
  { text: "A model keeps its curve", link: "/decisions/learning-curves-are-saved" },
  { text: "Half of the columns", link: "/decisions/half-of-the-columns" },
  { text: "Folds one after the other", link: "/decisions/folds-one-after-the-other" },
  { text: "Boosting by bins from 1,000 rows", link: "/decisions/bins-by-default" },
  { text: "Options are declared once", link: "/decisions/options-are-declared-once" },
  { text: "Dependencies", link: "/decisions/dependencies" },
  { text: "Licence", link: "/decisions/licence" },
];

export default defineConfig({
  title: "Cambium",
  description: "Tree learning in TypeScript, in Node and in the browser",
  lang: "en",
  outDir: "dist",
  cleanUrls: true,
  // A README in there belongs to a package that is shown.
  srcExclude: ["examples/**"],
  themeConfig: {
    nav: [
      { text: "Guide", link: "/guide/from-file-to-picture" },
      { text: "How to", link: "/how-to/read-data" },
      { text: "Reference", link: "/reference/api" },
      { text: "Decisions", link: "/decisions/" },
    ],
    sidebar: [
      { text: "Guide", items: guide },
      { text: "How to", items: howTo },
      { text: "Reference", items: reference },
      { text: "Decisions", items: decisions, collapsed: true },
    ],
    search: { provider: "local" },
    aside: false,
  },
});
