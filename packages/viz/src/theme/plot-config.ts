import { FONT, fontSize, type Theme } from "./theme.ts";

/** What every plot has in common, in Vega-Lite's words. */
export interface PlotConfig {
  font: string;
  view: { stroke: null };
  title: {
    anchor: "start";
    color: string;
    fontSize: number;
    fontWeight: 600;
    offset: number;
    subtitleColor: string;
    subtitleFontSize: number;
    subtitlePadding: number;
  };
  legend: { labelColor: string; labelFontSize: number; labelLimit: 0 };
}

export function plotConfig(theme: Theme): PlotConfig {
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
