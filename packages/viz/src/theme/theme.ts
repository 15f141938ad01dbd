export type ThemeName = "light" | "dark";

/** Every colour of a plot. */
export interface Theme {
  readonly name: ThemeName;
  readonly background: string;
  readonly card: string;
  readonly cardEdge: string;
  readonly ink: string;
  /** Small text on plain cards, and on tinted ones. */
  readonly faintInk: string;
  readonly tintedInk: string;
  readonly link: string;
  /** Bars and points that belong to no class. */
  readonly neutral: string;
  /** The one hue of a plot without classes. */
  readonly accent: string;
  /** The row whose path is lit. */
  readonly marker: string;
  /** Okabe and Ito's colours for colour-blind readers, in an order that keeps the first three furthest apart. */
  readonly classes: readonly string[];
  readonly other: string;
  readonly tintOpacity: number;
  /** Card colours from the lowest to the highest mean. */
  readonly ramp: readonly [string, string];
  /** Card colours from the most negative to the most positive score, by way of none. */
  readonly diverging: readonly [string, string, string];
}

const light: Theme = {
  name: "light",
  background: "#ffffff",
  card: "#ffffff",
  cardEdge: "#cbd3db",
  ink: "#17212b",
  faintInk: "#65717e",
  tintedInk: "#3c4854",
  link: "#c5cdd6",
  neutral: "#8d99a6",
  accent: "#0072b2",
  marker: "#d5005b",
  classes: ["#e69f00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#4a4f55"],
  other: "#a3adb8",
  tintOpacity: 0.14,
  ramp: ["#f1f6fa", "#93c2e4"],
  diverging: ["#f6cf8b", "#f7f8f9", "#98c5e6"],
};

const dark: Theme = {
  name: "dark",
  background: "#10151b",
  card: "#1a212a",
  cardEdge: "#36414d",
  ink: "#eaeff4",
  faintInk: "#98a5b3",
  tintedInk: "#d3dbe3",
  link: "#3d4955",
  neutral: "#748394",
  accent: "#4fa5e0",
  marker: "#ff4f93",
  classes: ["#f2b134", "#4fa5e0", "#27bd92", "#dd93bb", "#8fd0f5", "#f07f33", "#f3ea6b", "#c3cad1"],
  other: "#6d7885",
  tintOpacity: 0.24,
  ramp: ["#1d2630", "#1f618f"],
  diverging: ["#76531a", "#1f2730", "#1f5f8d"],
};

const themes: Readonly<Record<ThemeName, Theme>> = { light, dark };

export function themeNamed(name: ThemeName): Theme {
  return themes[name];
}

/** A page draws the first that it has. `textWidth` knows their widths. */
export const FONT = "Inter, Helvetica Neue, Helvetica, Arial, sans-serif";

export const fontSize = { title: 16, subtitle: 12, card: 12, edge: 11.5, small: 10.5, tick: 9.5 } as const;
