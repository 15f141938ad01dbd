import type { ExpressionNode, Op } from "./expression-node.ts";

/** More nodes than this are no loss that anybody wrote: the second derivatives of the built-in ones have 20. */
const MOST_NODES = 4000;

/** Is thrown where an expression, or a derivative of it, has too many nodes. */
export class TooManyNodesError extends Error {
  override readonly name = "TooManyNodesError";
  readonly most = MOST_NODES;
}

/**
 * The nodes of the expressions of one loss. One that is there already is not made again, so what two expressions share is computed once,
 * and the same place means the same number. A node comes after those that it works on: to go through places in their order is to go
 * from the leaves to the root, without recursion.
 */
export class NodePool {
  readonly #nodes: ExpressionNode[] = [];
  readonly #places = new Map<string, number>();

  get size(): number {
    return this.#nodes.length;
  }

  at(place: number): ExpressionNode {
    return this.#nodes[place];
  }

  /** The place of a node as it is: `makeNode` looks for a simpler one first. */
  add(op: Op, args: readonly number[] = [], value = 0): number {
    const key = `${op} ${Object.is(value, -0) ? "-0" : value} ${args.join(" ")}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    if (this.#nodes.length === MOST_NODES) throw new TooManyNodesError();
    this.#places.set(key, this.#nodes.length);
    return this.#nodes.push({ op, args, value }) - 1;
  }

  number(value: number): number {
    return this.add("number", [], value);
  }

  /** What a node is, where that is a number that does not depend on anything; else null. */
  constant(place: number): number | null {
    const { op, value } = this.#nodes[place];
    return op === "number" ? value : null;
  }

  /** The places that these need, in ascending order, themselves among them. */
  needed(roots: readonly number[]): number[] {
    const isNeeded = new Uint8Array(this.#nodes.length);
    for (const root of roots) isNeeded[root] = 1;
    for (let place = this.#nodes.length - 1; place >= 0; place--) {
      if (isNeeded[place] === 1) for (const arg of this.#nodes[place].args) isNeeded[arg] = 1;
    }
    return [...isNeeded.keys()].filter((place) => isNeeded[place] === 1);
  }
}
