import { fitText } from "./text-width.ts";

/** As many of the names as fit, then how many more there are: "Biscoe, Dream", "Biscoe +4". */
export function categoryLabel(names: readonly string[], width: number, measure: (text: string) => number): string {
  const all = names.join(", ");
  if (names.length === 0 || measure(all) <= width) return all;
  for (let shown = names.length - 1; shown >= 1; shown--) {
    const label = `${names.slice(0, shown).join(", ")} +${names.length - shown}`;
    if (measure(label) <= width) return label;
  }
  const [first = ""] = names;
  if (names.length === 1) return fitText(first, width, measure);
  const more = ` +${names.length - 1}`;
  return fitText(first, width - measure(more), measure) + more;
}

/** The labels of the two branches: both lists where they fit, else the shorter list and "others (3)". */
export function categoryLabels(
  first: readonly string[],
  second: readonly string[],
  width: number,
  measure: (text: string) => number,
): readonly [string, string] {
  const fits = (names: readonly string[]): boolean => names.length > 0 && measure(names.join(", ")) <= width;
  const list = (names: readonly string[]): string => categoryLabel(names, width, measure);
  const others = (names: readonly string[]): string => (names.length === 0 ? "others" : `others (${names.length})`);
  if (fits(first)) return [list(first), fits(second) ? list(second) : others(second)];
  if (fits(second)) return [others(first), list(second)];
  return first.length <= second.length ? [list(first), others(second)] : [others(first), list(second)];
}
