import type { LearnedTree } from "../learning/learn-tree.ts";
import { drawTree, type TreePicture } from "./draw-tree.ts";
import { page } from "./page-elements.ts";

/** Of the card around the picture, on both sides. */
const PADDING = 34;

const darkness = matchMedia("(prefers-color-scheme: dark)");
let shown: { readonly learned: LearnedTree; readonly picture: TreePicture } | null = null;

/** The picture of a tree, in the colours that the person prefers. */
export function pictureOf(learned: LearnedTree): Promise<TreePicture> {
  return drawTree(learned, darkness.matches ? "dark" : "light", page.main.clientWidth - PADDING);
}

/** Puts a picture in the place of the one before. */
export function showPicture(learned: LearnedTree, picture: TreePicture): void {
  shown?.picture.finalize();
  page.tree.replaceChildren(picture.element);
  picture.centreRoot();
  shown = { learned, picture };
}

darkness.addEventListener("change", async () => {
  const before = shown;
  if (before === null) return;
  const picture = await pictureOf(before.learned);
  if (shown === before) showPicture(before.learned, picture);
  else picture.finalize();
});
