import type { View } from "vega";
import { textWidth } from "../../src/text/text-width.ts";

/** How wide a text is drawn, in pixels. */
export type MeasureText = (text: string, size: number, bold: boolean) => number;

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A mark as Vega draws it, in pixels of the whole picture. */
export interface DrawnShape {
  readonly kind: "card" | "label" | "text" | "symbol" | "heading";
  /** The path of its node; empty for what belongs to no node. */
  readonly path: string;
  readonly text: string;
  readonly box: Box;
}

/** The link from a parent to the node at `path`. */
export interface DrawnLink {
  readonly path: string;
  readonly parent: string;
  readonly thickness: number;
  /** Points along its middle. */
  readonly line: readonly Point[];
}

export interface DrawnPicture {
  readonly shapes: DrawnShape[];
  readonly links: DrawnLink[];
}

/** The part of Vega's scenegraph that is read here; it has no types of its own. */
interface SceneItem extends Point {
  readonly width?: number;
  readonly height?: number;
  readonly size?: number;
  readonly align?: string;
  readonly baseline?: string;
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
  readonly strokeWidth?: number;
  readonly text?: unknown;
  readonly opacity?: number;
  readonly description?: string;
  readonly datum?: Readonly<Record<string, unknown>>;
  readonly items?: readonly SceneMark[];
}

interface SceneMark {
  readonly marktype: string;
  readonly role?: string;
  readonly items: readonly SceneItem[];
}

/** Dots of the data are smaller, and may lie upon each other. */
const LEAST_SYMBOL = 20;

/** Everything that a picture of a tree consists of, at the place where Vega draws it. */
export function drawnPicture(view: View, measure: MeasureText = textWidth): DrawnPicture {
  const picture: DrawnPicture = { shapes: [], links: [] };
  visit(picture, (view.scenegraph() as unknown as { root: SceneMark }).root, { x: 0, y: 0 }, null, measure);
  return picture;
}

type Owner = "heading" | null;

function visit(picture: DrawnPicture, mark: SceneMark, origin: Point, owner: Owner, measure: MeasureText): void {
  const inside = mark.role?.startsWith("title") ? "heading" : owner;
  if (mark.marktype === "line") picture.links.push(...linkOf(mark.items, origin));
  for (const item of mark.items) {
    const at = { x: origin.x + (item.x ?? 0), y: origin.y + (item.y ?? 0) };
    for (const child of item.items ?? []) visit(picture, child, at, inside, measure);
    const shape = shapeOf(mark.marktype, item, at, measure);
    if (shape !== null) picture.shapes.push(inside === null ? shape : { ...shape, kind: inside });
  }
}

function shapeOf(marktype: string, item: SceneItem, at: Point, measure: MeasureText): DrawnShape | null {
  if (marktype === "text") return textShape(item, at, measure);
  if (marktype === "rect") return cardShape(item, at);
  return marktype === "symbol" ? symbolShape(item, at) : null;
}

const pathOf = ({ datum }: SceneItem): string => String(datum?.path ?? "");

/** Cards alone describe themselves to screen readers. */
function cardShape(item: SceneItem, { x, y }: Point): DrawnShape | null {
  if (item.description === undefined) return null;
  const { width = 0, height = 0 } = item;
  return { kind: "card", path: pathOf(item), text: "", box: { left: x, right: x + width, top: y, bottom: y + height } };
}

function symbolShape(item: SceneItem, { x, y }: Point): DrawnShape | null {
  const { size = 0 } = item;
  if (size < LEAST_SYMBOL) return null;
  const reach = Math.sqrt(size) / 2;
  const box = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
  return { kind: "symbol", path: pathOf(item), text: "", box };
}

/** Letters fill about the size of the font, less what hangs below the line. */
const LETTER_HEIGHT = 0.8;

function textShape(item: SceneItem, { x, y }: Point, measure: MeasureText): DrawnShape | null {
  const { align = "left", baseline = "alphabetic", fontSize = 11, fontWeight = 400 } = item;
  const text = String(item.text ?? "");
  if (text === "" || item.opacity === 0) return null;
  const width = measure(text, fontSize, fontWeight === "bold" || Number(fontWeight) >= 600);
  const left = align === "center" ? x - width / 2 : align === "right" ? x - width : x;
  const middle = baseline === "middle" ? y : baseline === "top" ? y + fontSize / 2 : y - fontSize / 3;
  const reach = (LETTER_HEIGHT * fontSize) / 2;
  const kind = item.datum !== undefined && "label" in item.datum ? "label" : "text";
  return {
    kind,
    path: pathOf(item),
    text,
    box: { left, right: left + width, top: middle - reach, bottom: middle + reach },
  };
}

function linkOf(items: readonly SceneItem[], origin: Point): DrawnLink[] {
  const [first] = items;
  if (first === undefined) return [];
  const points = items.map(({ x, y }) => ({ x: origin.x + x, y: origin.y + y }));
  return [
    {
      path: pathOf(first),
      parent: String(first.datum?.parent),
      thickness: first.strokeWidth ?? 1,
      line: basisSpline(points),
    },
  ];
}

const STEPS = 16;

/** The curve that `interpolate: "basis"` draws: a uniform cubic B-spline whose first and last point count three times. */
function basisSpline(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points[points.length - 1]];
  const control = [first, first, ...points, last, last];
  const line: Point[] = [];
  for (let i = 0; i + 3 < control.length; i++) {
    for (let step = 0; step < STEPS; step++) {
      const t = step / STEPS;
      const weights = [(1 - t) ** 3, 3 * t ** 3 - 6 * t ** 2 + 4, -3 * t ** 3 + 3 * t ** 2 + 3 * t + 1, t ** 3];
      const along = (axis: "x" | "y"): number =>
        weights.reduce((sum, weight, k) => sum + (weight * control[i + k][axis]) / 6, 0);
      line.push({ x: along("x"), y: along("y") });
    }
  }
  return [...line, last];
}
