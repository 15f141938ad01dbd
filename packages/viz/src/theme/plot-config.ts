import type { Config } from "../spec/vega-lite-spec.ts";
import { FONT, fontSize, type Theme } from "./theme.ts";

/** What every plot has in common. */
export function plotConfig(theme: Theme): Config {
  return {
    font: FONT,
    view: { stroke: null },
    title: {
      anchor: "start",
      color: theme.ink,
      fontSize: fontSize.title,
      fontWeight: 600,
      offset: 14,
      subtitleColor: theme.faintInk,
      subtitleFontSize: fontSize.subtitle,
      subtitlePadding: 5,
    },
    legend: { labelColor: theme.ink, labelFontSize: fontSize.subtitle, labelLimit: 0 },
  };
}
