import { type Model, plainText, type Tree, valuesOfNode } from "@cambium/core";
import { fitText, textWidth } from "../text/text-width.ts";
import { fontSize, type Theme } from "../theme/theme.ts";

/** Which colour a class has, and what the legend says. */
export interface ClassPalette {
  /** For each class of the model the number of its colour. */
  readonly colourOf: readonly number[];
  readonly colours: readonly string[];
  /** One name a colour, cut to what a legend has room for. */
  readonly names: readonly string[];
}

const LEGEND_WIDTH = 180;

function cut(name: string): string {
  return fitText(name, LEGEND_WIDTH, (text) => textWidth(text, fontSize.subtitle));
}

/** A colour a class; of more classes than colours the largest keep theirs, and the rest share the last: "other". */
export function classPalette(model: Model, tree: Tree, theme: Theme): ClassPalette {
  const labels = model.task === "classification" ? model.classes.map(plainText) : [];
  const most = theme.classes.length;
  if (labels.length <= most) {
    return {
      colourOf: labels.map((_, c) => c),
      colours: theme.classes.slice(0, labels.length),
      names: labels.map(cut),
    };
  }
  const named = largestClasses(labels.length, tree, most - 1);
  const colourOf = labels.map((_, c) => (named.includes(c) ? named.indexOf(c) : most - 1));
  const names = [...named.map((c) => cut(labels[c])), `other (${labels.length - named.length})`];
  return { colourOf, colours: [...theme.classes.slice(0, most - 1), theme.other], names };
}

/** The classes with the greatest share of the root, in the order of the model. A tree of scores knows no shares. */
function largestClasses(count: number, tree: Tree, most: number): number[] {
  const shares = tree.valueWidth === count ? valuesOfNode(tree, 0) : new Float64Array(count);
  const order = Array.from({ length: count }, (_, c) => c).sort((a, b) => shares[b] - shares[a] || a - b);
  return order.slice(0, most).sort((a, b) => a - b);
}
