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
  const treePicture = { nodes: rest.datasets.nodes as readonly PlacedNode[], height: rest.height };
  const depth = depthThatFits(treePicture.nodes, width);
  const specification = {
    ...rest,
    params: params.map((each) => (each.name === "depth" ? { ...each, value: depth } : each)),
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
  /** The picture takes the room of the levels that it shows, and no more. */
  const showDepth = async (depth: number): Promise<void> => {
    const size = sizeAt(treePicture, depth);
    await view.width(size.width).height(size.height).runAsync();
    const svg = scroller.querySelector("svg");
    if (svg) svg.style.minWidth = `${LEAST_SCALE * size.width}px`;
    centre(scroller);
  };
  view.addSignalListener("depth", (_, depth: number) => void showDepth(depth));
  await showDepth(depth);
  return { element, centreRoot: () => centre(scroller), finalize };
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

/** What is read of a card in the specification: its upper edge, and its left edge for each depth from its own on. */
interface PlacedNode {
  readonly depth: number;
  readonly y: number;
  readonly xs: readonly number[];
}

const CARD_WIDTH = 158;

/** The left edges of the cards down to a level, while the tree is shown down to `depth`. */
function leftEdges(nodes: readonly PlacedNode[], depth: number, level = depth): number[] {
  return nodes.filter((node) => node.depth <= level).map((node) => node.xs[depth - node.depth]);
}

/** The greatest depth at which the branches of the root are in sight with it. A root of many branches scrolls anyway. */
function depthThatFits(nodes: readonly PlacedNode[], width: number): number {
  const deepest = nodes[0].xs.length - 1;
  for (let depth = deepest; depth >= 1; depth--) {
    const edges = leftEdges(nodes, depth, 1);
    if ((Math.max(...edges) - Math.min(...edges) + CARD_WIDTH) * LEAST_SCALE + MARGIN <= width) return depth;
  }
  return deepest;
}

/** Around the picture, on both sides. */
const MARGIN = 24;

/** What the tree takes while it is shown down to `depth`; trees stand in the middle of what they may take. */
function sizeAt(
  { nodes, height }: { readonly nodes: readonly PlacedNode[]; readonly height: number },
  depth: number,
): { width: number; height: number } {
  const edges = leftEdges(nodes, depth);
  const lowest = (level: number): number =>
    nodes.reduce((y, node) => (node.depth <= level ? Math.max(y, node.y) : y), 0);
  return {
    width: Math.min(...edges) + Math.max(...edges) + CARD_WIDTH,
    height: height - lowest(Number.POSITIVE_INFINITY) + lowest(depth),
  };
}

/** The root is the first card. */
function centre(scroller: HTMLElement): void {
  const root = scroller.querySelector('[aria-roledescription="rect mark"]')?.getBoundingClientRect();
  if (root === undefined) return;
  const frame = scroller.getBoundingClientRect();
  scroller.scrollLeft += root.left + root.width / 2 - (frame.left + frame.width / 2);
}
