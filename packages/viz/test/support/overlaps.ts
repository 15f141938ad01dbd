import type { Box, DrawnLink, DrawnPicture, DrawnShape, Point } from "./drawn-shapes.ts";

/** Less than this is not seen. */
const TOLERANCE = 0.5;

/** A sentence for each two things in a picture of a tree that lie on each other, or out of the card that they belong to. */
export function overlapsIn({ shapes, links }: DrawnPicture): string[] {
  return [...overlappingShapes(shapes), ...outOfTheirCards(shapes), ...coveredByLinks(shapes, links)];
}

function overlappingShapes(shapes: readonly DrawnShape[]): string[] {
  const found: string[] = [];
  shapes.forEach((a, index) => {
    for (const b of shapes.slice(index + 1)) {
      if (mayTouch(a, b) || !overlap(a.box, b.box)) continue;
      found.push(`${nameOf(a)} lies on ${nameOf(b)}`);
    }
  });
  return found;
}

/** What a card shows lies on it; a title that is shown twice, or a symbol and its own halo, do not occur. */
function mayTouch(a: DrawnShape, b: DrawnShape): boolean {
  const ofCard = (shape: DrawnShape): boolean => shape.kind === "text" || shape.kind === "symbol";
  if (a.kind === "card" && ofCard(b)) return a.path === b.path;
  if (b.kind === "card" && ofCard(a)) return a.path === b.path;
  return a.kind === "symbol" && b.kind === "symbol";
}

function outOfTheirCards(shapes: readonly DrawnShape[]): string[] {
  const cards = new Map(shapes.filter(({ kind }) => kind === "card").map(({ path, box }) => [path, box]));
  return shapes.flatMap((shape) => {
    const card = shape.kind === "text" ? cards.get(shape.path) : undefined;
    return card === undefined || holds(card, shape.box) ? [] : [`${nameOf(shape)} sticks out of its card`];
  });
}

function coveredByLinks(shapes: readonly DrawnShape[], links: readonly DrawnLink[]): string[] {
  const solid = shapes.filter(({ kind }) => kind === "card" || kind === "label" || kind === "heading");
  return links.flatMap((link) =>
    solid
      .filter(({ kind, path }) => !(path === link.path || (kind === "card" && path === link.parent)))
      .filter(({ box }) => link.line.some((point) => reaches(point, link.thickness / 2, box)))
      .map((shape) => `the link to ${link.path} runs over ${nameOf(shape)}`),
  );
}

function reaches({ x, y }: Point, reach: number, { left, right, top, bottom }: Box): boolean {
  const near = Math.max(0, reach - TOLERANCE);
  return x + near > left && x - near < right && y + near > top && y - near < bottom;
}

function overlap(a: Box, b: Box): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > TOLERANCE && high > TOLERANCE;
}

function holds(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left - TOLERANCE &&
    inner.right <= outer.right + TOLERANCE &&
    inner.top >= outer.top - TOLERANCE &&
    inner.bottom <= outer.bottom + TOLERANCE
  );
}

function nameOf({ kind, path, text }: DrawnShape): string {
  const words = text === "" ? "" : ` ${JSON.stringify(text)}`;
  return `${kind}${words}${path === "" ? "" : ` of ${path}`}`;
}
