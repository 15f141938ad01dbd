import { randomBits } from "../util/random.ts";

/** The path of every root. */
export const ROOT_PATH = 1;

/**
 * The path of a node's child: a hash of the way from the root. It is the same for every order of growth, so random choices
 * that are keyed by it do not depend on which node is searched first.
 */
export function childPath(parent: number, child: number): number {
  return randomBits(parent, child);
}
