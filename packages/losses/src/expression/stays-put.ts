import { makeNode } from "./make-node.ts";
import type { NodePool } from "./node-pool.ts";

/**
 * The condition under which an expression stays as it is when the score moves: `min`, `max` and `where` take a side that does not
 * ask for the score. Where both sides of `min` or `max` are equal, one that stays will do. It does not hold in single points of no
 * slope, as that of `(s - y)^2` at y, or of `abs(s - y)`: there the expression moves as soon as the score does.
 */
export function staysPut(pool: NodePool, root: number): number {
  const conditions = new Map<number, number>();
  for (const place of pool.needed([root])) conditions.set(place, conditionAt(pool, place, conditions));
  return conditions.get(root) ?? pool.add("truth", [], 0);
}

function conditionAt(pool: NodePool, place: number, conditions: ReadonlyMap<number, number>): number {
  const { op, args } = pool.at(place);
  const make = makeNode.bind(null, pool);
  const stays = (arg: number) => conditions.get(arg) ?? pool.add("truth", [], 0);
  const either = (first: number, a: number, second: number, b: number) =>
    make("or", make("and", first, stays(a)), make("and", second, stays(b)));
  const [u, v, w] = args;
  switch (op) {
    case "min":
      return either(make("le", u, v), u, make("le", v, u), v);
    case "max":
      return either(make("le", v, u), u, make("le", u, v), v);
    case "where":
      return either(u, v, make("not", u), w);
    default:
      return args.reduce((all, arg) => make("and", all, stays(arg)), pool.add("truth", [], op === "s" ? 0 : 1));
  }
}
