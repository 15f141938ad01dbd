import { treePlot, treeText } from "cambium/viz";
import type { Result } from "vega-embed";
import type { LearnedTree } from "../learning/learn-tree.ts";
import { page } from "./page-elements.ts";

// Nine tenths of the page's code: it arrives while the first tree grows.
const loading = import("vega-embed");

/** Smaller than this share of its size the picture's letters are hard to read; narrower pages scroll it. */
const LEAST_SCALE = 0.75;

const darkness = matchMedia("(prefers-color-scheme: dark)");
let shown: { learned: LearnedTree; view: Result } | null = null;

let drawing: Promise<void> = Promise.resolve();

/** The tree as a picture, in the colours that the person prefers, and as text. */
export function showTree(learned: LearnedTree): Promise<void> {
  // One after the other: Vega empties the element when it begins, and fills it some time later.
  drawing = drawing.catch(() => {}).then(() => draw(learned));
  return drawing;
}

async function draw(learned: LearnedTree): Promise<void> {
  page.treeText.textContent = treeText(learned.model);
  const theme = darkness.matches ? "dark" : "light";
  const specification = treePlot(learned.model, { data: learned.train, theme });
  const { default: embed } = await loading;
  shown?.view.finalize();
  // `ast` has Vega interpret expressions: compiled ones would be code from text, which the page's policy forbids. For
  // the same reason its style sheets, which it would put into the page, are ours.
  const view = await embed(page.tree, specification, {
    actions: false,
    ast: true,
    defaultStyle: false,
    renderer: "svg",
    tooltip: { disableDefaultStyle: true },
  });
  const picture = page.tree.querySelector("svg");
  if (picture) picture.style.minWidth = `${LEAST_SCALE * specification.width}px`;
  shown = { learned, view };
}

darkness.addEventListener("change", () => {
  if (shown) void showTree(shown.learned);
});
