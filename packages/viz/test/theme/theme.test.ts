import { describe, expect, test } from "vitest";
import { mixColours } from "../../src/theme/mix-colours.ts";
import { themeNamed } from "../../src/theme/theme.ts";

/** By WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(["light", "dark"] as const)("the %s theme", (name) => {
  const theme = themeNamed(name);
  const tints = theme.classes.map((colour) => mixColours(theme.card, colour, theme.tintOpacity));

  test("writes with a contrast of 4.5 or more on every card", () => {
    for (const card of [theme.card, ...tints, ...theme.ramp, ...theme.diverging]) {
      expect(contrast(theme.ink, card)).toBeGreaterThan(4.5);
    }
  });

  test("keeps small text readable where it stands", () => {
    for (const card of [...tints, ...theme.ramp, ...theme.diverging]) {
      expect(contrast(theme.tintedInk, card)).toBeGreaterThan(4.5);
    }
    expect(contrast(theme.faintInk, theme.card)).toBeGreaterThan(4.5);
    expect(contrast(theme.faintInk, theme.background)).toBeGreaterThan(4.5);
  });

  test("has a colour each for eight classes, and one more for the rest", () => {
    expect(new Set([...theme.classes, theme.other]).size).toBe(9);
  });
});

test("colours mix channel by channel", () => {
  expect(mixColours("#000000", "#ff8040", 0)).toBe("#000000");
  expect(mixColours("#000000", "#ff8040", 1)).toBe("#ff8040");
  expect(mixColours("#000000", "#ff8040", 0.5)).toBe("#804020");
});
