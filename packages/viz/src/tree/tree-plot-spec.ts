import type { PlotConfig } from "../theme/plot-config.ts";

/**
 * What `treePlot` gives: a Vega-Lite 6 specification, in types of our own. Whoever has vega-lite can pass it where a
 * `TopLevelSpec` is wanted (a test holds that true), and whoever has not needs no types of it.
 */
export interface TreePlotSpec {
  $schema: "https://vega.github.io/schema/vega-lite/v6.json";
  /** One sentence, read out by screen readers. */
  description: string;
  title: { text: string; subtitle: string };
  width: number;
  height: number;
  padding: number;
  background: string;
  params: Parameter[];
  /** All text that comes from the model or its data is in here, in titles, or in the description: never in an expression. */
  datasets: Record<string, object[]>;
  data: { name: string };
  encoding: Encoding;
  layer: Layer[];
  config: PlotConfig;
  /** What vega-embed reads. */
  usermeta: { embedOptions: { tooltip: { theme: "light" | "dark" } } };
}

export interface Parameter {
  name: string;
  value: number | string | Record<string, Record<string, string | number | number[]>>;
  bind?: { input: "range"; min: number; max: number; step: number; name: string };
}

export interface Expression {
  expr: string;
}

export interface Layer {
  data?: { name: string };
  params?: {
    name: string;
    select: { type: "point"; on: "pointerover"; clear: "pointerout"; fields: string[] };
  }[];
  transform?: Transform[];
  layer: MarkLayer[];
}

export interface MarkLayer {
  params?: NonNullable<Layer["params"]>;
  transform?: Transform[];
  mark: Mark;
  encoding?: Encoding;
}

export type Transform =
  | { filter: string }
  | { calculate: string; as: string }
  | { flatten: string[] }
  | { lookup: string; from: { data: { name: string }; key: string; fields: string[] }; as?: string[] };

export interface Mark {
  type: "line" | "rect" | "rule" | "point" | "text";
  aria?: boolean;
  align?: Expression | "left" | "center" | "right";
  baseline?: "middle";
  color?: Expression | string;
  cornerRadius?: number;
  cursor?: "pointer";
  fill?: string;
  fillOpacity?: number;
  filled?: boolean;
  font?: string;
  fontSize?: Expression | number;
  fontWeight?: Expression | "normal" | "bold";
  interpolate?: "basis";
  opacity?: number;
  shape?: "triangle-up" | "triangle-down" | "circle" | "square";
  size?: number;
  stroke?: Expression | string;
  strokeCap?: "butt";
  strokeDash?: Expression;
  strokeWidth?: Expression | number;
  tooltip?: Expression;
}

interface PixelField {
  field: string;
  type: "quantitative";
  scale: null;
  axis: null;
}

export interface Encoding {
  x?: PixelField;
  x2?: { field: string };
  y?: PixelField;
  y2?: { field: string };
  detail?: { field: string };
  order?: { field: string };
  text?: { field: string };
  description?: { value: Expression };
  fill?: Fill;
  stroke?: { value: Expression | string; condition?: { test: string; value: string } };
  strokeWidth?:
    | { field: string; type: "quantitative"; scale: null; legend: null }
    | { value: number; condition: { test: string; value: number } };
  opacity?: { value: number; condition: { test: string; value: number } };
}

interface When {
  test: string;
  value: string;
}

export type Fill =
  | { value: string; condition: When }
  | { field: string; type: "nominal"; scale: null; condition?: When }
  | {
      field: string;
      type: "nominal";
      scale: { domain: number[]; range: string[] };
      legend: null;
      condition: When[];
    };
