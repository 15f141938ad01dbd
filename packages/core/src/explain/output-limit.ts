import type { Condition } from "../tree/condition.ts";
import type { Tree } from "../tree/tree.ts";
import { valuesOfNode } from "../tree/values-of-node.ts";

/** What a call may give, whatever a tree is like: so much, or where that is more, so much for each of its nodes. */
const MOST_ITEMS = 1_000_000;
const ITEMS_A_NODE = 64;
const MOST_CHARACTERS = 10_000_000;
const CHARACTERS_A_NODE = 512;
const MOST_VALUES = 2 ** 24;
const VALUES_A_NODE = 64;

/**
 * How much of an explanation is still given. Conditions repeat what stands above a leaf, and texts repeat names, so that all of them may be
 * far longer than the tree: what is beyond the limit is left out, and says so. Nodes of many classes have a value for each of them, of which the tree
 * may keep a few.
 */
export class OutputLimit {
  #items: number;
  #characters: number;
  #values: number;

  constructor(nodeCount: number) {
    this.#items = Math.max(MOST_ITEMS, ITEMS_A_NODE * nodeCount);
    this.#characters = Math.max(MOST_CHARACTERS, CHARACTERS_A_NODE * nodeCount);
    this.#values = Math.max(MOST_VALUES, VALUES_A_NODE * nodeCount);
  }

  /** Whether there is room for so many conditions and names of categories, which then is taken. */
  takeItems(count: number): boolean {
    if (count > this.#items) return false;
    this.#items -= count;
    return true;
  }

  /** The values of a node; none where there is no room for them. */
  valuesOf(tree: Tree, node: number): number[] {
    if (tree.valueWidth > this.#values) return [];
    this.#values -= tree.valueWidth;
    const values = valuesOfNode(tree, node);
    const list: number[] = [];
    // To spread the array takes six times as long.
    for (let place = 0; place < values.length; place++) list.push(values[place]);
    return list;
  }

  /** The text that `make` gives; `short` where the texts before it have used up the room. */
  text(make: () => string, short: () => string): string {
    if (this.#characters <= 0) return short();
    const text = make();
    this.#characters -= text.length;
    return text;
  }

  /** The condition, without its names where there is no room for them. */
  withinLimit(condition: Condition): Condition {
    if (condition.kind === "interval" || this.takeItems(condition.categories.length)) return condition;
    return { ...condition, categories: [], omitted: condition.categories.length };
  }
}
