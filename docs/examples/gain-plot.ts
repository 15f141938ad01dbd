import type { Model } from "@cambium/core";

export interface GainPlotOptions {
  readonly theme?: "light" | "dark";
}

const themes = {
  light: { background: "#ffffff", ink: "#17212b", bar: "#0072b2" },
  dark: { background: "#10151b", ink: "#eaeff4", bar: "#4fa5e0" },
} as const;

/** How much the splits on each feature gain in total: a bar a feature, as a Vega-Lite specification. */
export function gainPlot(model: Model, options: GainPlotOptions = {}) {
  const { background, ink, bar } = themes[options.theme ?? "light"];
  const gains = new Float64Array(model.features.length);
  for (const { nodeCount, feature, gain } of model.ensemble.trees) {
    for (let node = 0; node < nodeCount; node++) if (feature[node] >= 0) gains[feature[node]] += gain[node];
  }
  const features = model.features.map(({ name }, index) => ({ name, gain: gains[index] }));
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: `Bar chart of the total gain of ${features.length} features in a model of ${model.target}.`,
    title: `What the splits gain: ${model.target}`,
    background,
    // Names come from a file: they stay data, and never become part of an expression.
    data: { values: features.sort((a, b) => b.gain - a.gain) },
    mark: { type: "bar", tooltip: true, color: bar },
    encoding: {
      y: { field: "name", type: "nominal", sort: null, title: null },
      x: { field: "gain", type: "quantitative", title: "total gain" },
    },
    config: { title: { color: ink }, axis: { labelColor: ink, titleColor: ink } },
  } as const;
}
