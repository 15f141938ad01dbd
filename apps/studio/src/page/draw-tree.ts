import { type TreePlotSpec, treePlot } from "cambium/viz";
import type { LearnedTree } from "../learning/learn-tree.ts";
import { textElement } from "./text-element.ts";

// Nine tenths of the page's code: it arrives while the first tree grows.
const loading = import("vega-embed");

/** Smaller than this share of its size the picture's letters are hard to read; narrower pages scroll it. */
const LEAST_SCALE = 0.75;

/** A picture of a tree that is not on the page yet. */
export interface TreePicture {
  readonly element: HTMLElement;
  /** Scrolls to the root, once the picture is on the page. */
  centreRoot(): void;
  /** Lets go of what Vega holds. */
  finalize(): void;
}

/**
 * Draws a tree beside the page, so that what is on the page stays until all of the new is there. What must not scroll away
 * with a wide tree, its heading, the classes and the slider, stands around the picture. `width` is the room for it.
 */
export async function drawTree(learned: LearnedTree, theme: "light" | "dark", width: number): Promise<TreePicture> {
  const { title, layer, params, ...rest } = treePlot(learned.model, { data: learned.train, theme });
  const specification = {
    ...rest,
    params: params.map((each) => (each.name === "depth" ? { ...each, value: depthThatFits(rest, width) } : each)),
    layer: layer.filter(({ data }) => data?.name !== "legend"),
  };
  const { default: embed } = await loading;
  const element = document.createElement("div");
  const scroller = document.createElement("section");
  const slider = document.createElement("div");
  scroller.className = "tree";
  slider.className = "tree-slider";
  scroller.ariaLabel = "Picture of the tree; it scrolls";
  // Not every browser lets the keyboard reach what scrolls.
  scroller.tabIndex = 0;
  const caption = textElement("p", title.subtitle);
  caption.className = "quiet";
  element.append(caption, ...legendOf(specification), scroller, slider);
  // `ast` has Vega interpret expressions: compiled ones would be code from text, which the page's policy forbids. For
  // the same reason its style sheets, which it would put into the page, are ours.
  const { view, finalize } = await embed(scroller, specification, {
    actions: false,
    ast: true,
    bind: slider,
    defaultStyle: false,
    renderer: "svg",
    tooltip: { disableDefaultStyle: true },
  });
  const picture = scroller.querySelector("svg");
  if (picture) picture.style.minWidth = `${LEAST_SCALE * specification.width}px`;
  const centreRoot = (): void => centre(scroller);
  // Vega draws what a signal changes before the next frame.
  view.addSignalListener("depth", () => requestAnimationFrame(centreRoot));
  return { element, centreRoot, finalize };
}

/** The classes and their colours, which the picture has in a line of its own. */
function legendOf({ datasets }: Pick<TreePlotSpec, "datasets">): HTMLElement[] {
  const entries = (datasets.legend ?? []) as readonly { readonly ink: string; readonly text: string }[];
  if (entries.length === 0) return [];
  const list = document.createElement("ul");
  list.className = "legend";
  for (const { ink, text } of entries) {
    const item = textElement("li", text);
    item.style.setProperty("--class", ink);
    list.append(item);
  }
  return [list];
}

/** What is read of a card in the specification: its left edge for each depth from its own on. */
interface PlacedNode {
  readonly depth: number;
  readonly xs: readonly number[];
}

/** As wide as a card, with some room. */
const CARD_WIDTH = 170;

/** The greatest depth at which the branches of the root are in sight with it. A root of many branches scrolls anyway. */
function depthThatFits({ datasets, width: full }: Pick<TreePlotSpec, "datasets" | "width">, width: number): number {
  const nodes = datasets.nodes as readonly PlacedNode[];
  const deepest = nodes[0].xs.length - 1;
  const scale = Math.max(LEAST_SCALE, Math.min(1, width / full));
  for (let depth = deepest; depth >= 1; depth--) {
    const edges = nodes.filter((node) => node.depth <= 1).map((node) => node.xs[depth - node.depth]);
    if ((Math.max(...edges) - Math.min(...edges) + CARD_WIDTH) * scale <= width) return depth;
  }
  return deepest;
}

/** The root is the first card. */
function centre(scroller: HTMLElement): void {
  const root = scroller.querySelector('[aria-roledescription="rect mark"]')?.getBoundingClientRect();
  if (root === undefined) return;
  const frame = scroller.getBoundingClientRect();
  scroller.scrollLeft += root.left + root.width / 2 - (frame.left + frame.width / 2);
}
