import { fontSize, type Theme } from "../theme/theme.ts";
import { card, chartCard, smallCard } from "./card/card-geometry.ts";
import { NEUTRAL, TRACK } from "./card/card-parts.ts";
import { legendSquare } from "./class-legend.ts";
import type { ClassPalette } from "./class-palette.ts";
import type { Encoding, Fill, Layer, Mark, MarkLayer, Parameter, Transform } from "./tree-plot-spec.ts";

/** What the layers need to know of a plot. All of it is ours: neither names nor values of the data are in it. */
export interface LayerStyle {
  readonly theme: Theme;
  /** Whether splits show their rows, and whether as dots. */
  readonly charts: boolean;
  readonly dots: boolean;
  /** Whether the path of a row is lit. */
  readonly rowLit: boolean;
  /** Whether the classes and their colours stand above the tree. */
  readonly legend: boolean;
  readonly boxFill: Fill;
}

const VISIBLE = "datum.depth <= depth";
const OPEN = "(!datum.leaf && datum.depth < depth)";
const LEFT = "datum.xs[depth - datum.depth]";
/** The hovered node's path begins with the path of each of its ancestors. */
const LEADS_TO_HOVERED = "indexof(hover.path[0], datum.path) === 0";
const FOLLOWS_HOVERED = "indexof(datum.path, hover.path[0]) === 0";
const TRACED = `(isValid(hover.path) ? ${LEADS_TO_HOVERED} : datum.lit)`;
const DIMMED = 0.2;
const ALWAYS_OPAQUE = { value: 1, condition: { test: "true", value: 1 } };

const tooltip = { expr: "datum.tip" };

/** What a part of a card takes over from its node. */
const cardFields = ["xs", "y", "depth", "leaf", "lit", "ink", "tip"];

/** Everything stands at pixels that were computed here; a renderer only draws and follows the pointer. */
export function sharedEncoding(rowLit: boolean): Encoding {
  const position = (field: string) => ({ field, type: "quantitative", scale: null, axis: null }) as const;
  const otherwise = rowLit ? "datum.lit" : "true";
  const test = `isValid(hover.path) ? (${LEADS_TO_HOVERED} || ${FOLLOWS_HOVERED}) : ${otherwise}`;
  return { x: position("X"), y: position("Y"), opacity: { value: DIMMED, condition: { test, value: 1 } } };
}

export function treeLayers(style: LayerStyle): Layer[] {
  return [
    linkLayer(style),
    labelLayer(style),
    cardLayer(style),
    boxLayer(style),
    ...(style.dots ? [dotLayer(style)] : []),
    ruleLayer(),
    ...(style.charts ? [wedgeLayer(style)] : []),
    ...(style.rowLit ? [markerLayer(style)] : []),
    textLayer(),
    ...(style.legend ? [legendLayer(style)] : []),
  ];
}

function linkLayer({ theme }: LayerStyle): Layer {
  const bend = card.fall * 0.36;
  const heights = [0, bend, bend, card.fall - card.labelRise - 8, card.fall].map((y) => y - card.fall);
  const line: Mark = { type: "line", interpolate: "basis", strokeCap: "butt", aria: false, tooltip };
  const width: Encoding = {
    detail: { field: "path" },
    order: { field: "point" },
    strokeWidth: { field: "width", type: "quantitative", scale: null, legend: null },
  };
  const traced: Encoding = {
    stroke: { value: { expr: "isValid(hover.ink) ? hover.ink[0] : rowInk" } },
    opacity: { value: 0, condition: { test: TRACED, value: 1 } },
  };
  const indices = [...heights.keys()].join(", ");
  return {
    data: { name: "links" },
    transform: [
      ...withNode,
      { lookup: "parent", from: { data: { name: "nodes" }, key: "path", fields: ["xs"] }, as: ["parentXs"] },
      { filter: VISIBLE },
      { calculate: `[${indices}]`, as: "point" },
      { flatten: ["point"] },
      {
        calculate: `(datum.point < 2 ? datum.parentXs[depth - datum.depth + 1] : ${LEFT}) + ${card.width / 2}`,
        as: "X",
      },
      { calculate: `datum.y + [${heights.join(", ")}][datum.point]`, as: "Y" },
    ],
    layer: [
      { mark: { ...line, stroke: theme.link }, encoding: width },
      { mark: line, encoding: { ...width, ...traced } },
    ],
  };
}

const withNode: Transform[] = [
  {
    lookup: "path",
    from: { data: { name: "nodes" }, key: "path", fields: cardFields.filter((name) => name !== "tip") },
  },
];

/** The label of a branch interrupts its link: text on a patch of background. */
function labelLayer({ theme }: LayerStyle): Layer {
  const middle = `${LEFT} + ${card.width / 2}`;
  return {
    data: { name: "links" },
    transform: [...withNode, { filter: VISIBLE }],
    layer: [
      {
        transform: [
          { calculate: `${middle} - datum.room / 2`, as: "X" },
          { calculate: `${middle} + datum.room / 2`, as: "X2" },
          { calculate: `datum.y - ${card.labelRise + 9}`, as: "Y" },
          { calculate: `datum.y - ${card.labelRise - 9}`, as: "Y2" },
        ],
        mark: { type: "rect", fill: theme.background, strokeWidth: 0, aria: false, tooltip },
        // A patch that lets a link shine through would strike the label out.
        encoding: { x2: { field: "X2" }, y2: { field: "Y2" }, opacity: ALWAYS_OPAQUE },
      },
      {
        transform: [
          { calculate: middle, as: "X" },
          { calculate: `datum.y - ${card.labelRise}`, as: "Y" },
        ],
        mark: {
          type: "text",
          align: "center",
          baseline: "middle",
          fontSize: fontSize.edge,
          color: theme.ink,
          aria: false,
          tooltip,
        },
        encoding: { text: { field: "label" } },
      },
    ],
  };
}

/** The cards, tinted while they are leaves, and the pointer that all layers follow: every datum has its `path`. */
function cardLayer({ theme, charts }: LayerStyle): Layer {
  const openHeight = charts ? chartCard.height : smallCard.height;
  const rectangle: MarkLayer = {
    params: [
      { name: "hover", select: { type: "point", on: "pointerover", clear: "pointerout", fields: ["path", "ink"] } },
    ],
    mark: { type: "rect", cornerRadius: card.radius, cursor: "pointer", tooltip },
    encoding: {
      x2: { field: "X2" },
      y2: { field: "Y2" },
      fill: { field: "tint", type: "nominal", scale: null, condition: { test: OPEN, value: theme.card } },
      stroke: { value: theme.cardEdge, condition: { test: TRACED, value: theme.ink } },
      strokeWidth: { value: 1, condition: { test: TRACED, value: 1.8 } },
      description: { value: { expr: "datum.tip.Path + ': ' + datum.tip.Rows" } },
    },
  };
  return {
    data: { name: "nodes" },
    transform: [
      { filter: VISIBLE },
      { calculate: LEFT, as: "X" },
      { calculate: `${LEFT} + ${card.width}`, as: "X2" },
      { calculate: "datum.y", as: "Y" },
      { calculate: `datum.y + (${OPEN} ? ${openHeight} : ${smallCard.height})`, as: "Y2" },
    ],
    layer: [rectangle],
  };
}

/** Brings the parts of cards to where their cards stand, and drops those of the face that is not shown. */
function partTransforms(cornered: boolean): Transform[] {
  const transforms: Transform[] = [
    { lookup: "path", from: { data: { name: "nodes" }, key: "path", fields: cardFields } },
    { filter: `${VISIBLE} && datum.open == ${OPEN}` },
    { calculate: `${LEFT} + datum.dx`, as: "X" },
    { calculate: "datum.y + datum.dy", as: "Y" },
  ];
  if (!cornered) return transforms;
  return [
    ...transforms,
    { calculate: `${LEFT} + datum.dx2`, as: "X2" },
    { calculate: "datum.y + datum.dy2", as: "Y2" },
  ];
}

const corners: Encoding = { x2: { field: "X2" }, y2: { field: "Y2" } };

function boxLayer({ boxFill }: LayerStyle): Layer {
  return {
    data: { name: "boxes" },
    transform: partTransforms(true),
    layer: [{ mark: { type: "rect", strokeWidth: 0, aria: false, tooltip }, encoding: { ...corners, fill: boxFill } }],
  };
}

function ruleLayer(): Layer {
  const style = (property: string) => ({ expr: `ruleStyles[datum.kind].${property}` });
  const mark: Mark = {
    type: "rule",
    stroke: style("ink"),
    strokeWidth: style("width"),
    strokeDash: style("dash"),
    aria: false,
    tooltip,
  };
  return { data: { name: "rules" }, transform: partTransforms(true), layer: [{ mark, encoding: corners }] };
}

function textLayer(): Layer {
  const style = (property: string) => ({ expr: `textStyles[datum.kind].${property}` });
  const mark: Mark = {
    type: "text",
    align: style("align"),
    baseline: "middle",
    fontSize: style("size"),
    fontWeight: style("weight"),
    color: style("ink"),
    aria: false,
    tooltip,
  };
  return {
    data: { name: "texts" },
    transform: partTransforms(false),
    layer: [{ mark, encoding: { text: { field: "text" } } }],
  };
}

function dotLayer({ theme }: LayerStyle): Layer {
  const mark = { shape: "circle", size: 9, color: theme.accent, fillOpacity: 0.55 } as const;
  return pointLayer("dots", [], mark);
}

/** Under the dashed line of the boundary. */
function wedgeLayer({ theme }: LayerStyle): Layer {
  const under: Transform[] = [
    { filter: "datum.kind == 'cut'" },
    { calculate: `datum.y + ${chartCard.wedgeLine}`, as: "Y" },
  ];
  return pointLayer("rules", under, { shape: "triangle-up", size: 40, color: theme.ink });
}

/** Where the lit row stands in each split on its way. */
function markerLayer({ theme }: LayerStyle): Layer {
  return pointLayer("marked", [], { shape: "triangle-down", size: 52, color: theme.marker });
}

function pointLayer(name: string, transform: Transform[], mark: Partial<Mark>): Layer {
  return {
    data: { name },
    transform: [...partTransforms(false), ...transform],
    layer: [{ mark: { type: "point", filled: true, aria: false, tooltip, ...mark } }],
  };
}

function legendLayer({ theme }: LayerStyle): Layer {
  const { side, gap } = legendSquare;
  const y: Transform = { calculate: "datum.y", as: "Y" };
  return {
    data: { name: "legend" },
    layer: [
      {
        transform: [{ calculate: `datum.x + ${side / 2}`, as: "X" }, y],
        mark: { type: "point", filled: true, shape: "square", size: side * side, aria: false },
        encoding: { fill: { field: "ink", type: "nominal", scale: null }, opacity: ALWAYS_OPAQUE },
      },
      {
        transform: [{ calculate: `datum.x + ${side + gap}`, as: "X" }, y],
        mark: { type: "text", align: "left", baseline: "middle", fontSize: fontSize.subtitle, color: theme.ink },
        encoding: { text: { field: "text" }, opacity: ALWAYS_OPAQUE },
      },
    ],
  };
}

/** The colours of bars: by class, or one for all where no class is known. */
export function boxFill(theme: Theme, palette: ClassPalette | null): Fill {
  const track = { test: `datum.c == ${TRACK}`, value: theme.cardEdge };
  const neutral = { test: `datum.c == ${NEUTRAL}`, value: theme.neutral };
  if (palette === null) return { value: theme.neutral, condition: track };
  return {
    field: "c",
    type: "nominal",
    scale: { domain: [...palette.colours.keys()], range: [...palette.colours] },
    legend: null,
    condition: [track, neutral],
  };
}

/** Styles by kind, looked up by expressions that are the same in every plot. */
export function styleParameters(theme: Theme): Parameter[] {
  const text = (align: string, size: number, weight: number, ink: string) => ({ align, size, weight, ink });
  const rule = (ink: string, width: number, dash: number[]) => ({ ink, width, dash });
  return [
    {
      name: "textStyles",
      value: {
        title: text("left", fontSize.card, 600, theme.ink),
        count: text("right", fontSize.small, 400, theme.faintInk),
        value: text("right", fontSize.card, 400, theme.ink),
        note: text("left", fontSize.small, 400, theme.tintedInk),
        low: text("left", fontSize.tick, 400, theme.faintInk),
        high: text("right", fontSize.tick, 400, theme.faintInk),
        name: text("center", fontSize.tick, 400, theme.faintInk),
        missing: text("center", fontSize.tick, 600, theme.marker),
      },
    },
    {
      name: "ruleStyles",
      value: {
        base: rule(theme.cardEdge, 1, [1, 0]),
        cut: rule(theme.ink, 1, [3, 2]),
        mean: rule(theme.ink, 1.8, [1, 0]),
      },
    },
  ];
}
