import { fitText } from "./text-width.ts";

/** As many of the names as fit, then how many more there are: "Biscoe, Dream", "Biscoe +4". */
export function categoryLabel(names: readonly string[], width: number, measure: (text: string) => number): string {
  const shown = countThatFits(names, width, measure);
  if (shown === names.length) return names.join(", ");
  for (let count = shown; count >= 1; count--) {
    const label = `${names.slice(0, count).join(", ")} +${names.length - count}`;
    if (measure(label) <= width) return label;
  }
  const [first = ""] = names;
  if (names.length === 1) return fitText(first, width, measure);
  const more = ` +${names.length - 1}`;
  return fitText(first, width - measure(more), measure) + more;
}

/** How many of the first names fit side by side. Those behind them are not looked at: there may be thousands. */
function countThatFits(names: readonly string[], width: number, measure: (text: string) => number): number {
  let list = "";
  for (const [index, name] of names.entries()) {
    list += index === 0 ? name : `, ${name}`;
    if (list.length > MOST_CHARACTERS || measure(list) > width) return index;
  }
  return names.length;
}

/** More do not fit anywhere. */
const MOST_CHARACTERS = 1000;

/** The labels of the two branches: both lists where they fit, else the shorter list and "others (3)". */
export function categoryLabels(
  first: readonly string[],
  second: readonly string[],
  width: number,
  measure: (text: string) => number,
): readonly [string, string] {
  const fits = (names: readonly string[]): boolean =>
    names.length > 0 && countThatFits(names, width, measure) === names.length;
  const list = (names: readonly string[]): string => categoryLabel(names, width, measure);
  const others = (names: readonly string[]): string => (names.length === 0 ? "others" : `others (${names.length})`);
  if (fits(first)) return [list(first), fits(second) ? list(second) : others(second)];
  if (fits(second)) return [others(first), list(second)];
  return first.length <= second.length ? [list(first), others(second)] : [others(first), list(second)];
}
