import { CambiumError } from "../util/cambium-error.ts";

/** Values of the nodes of all trees of a model: 4 GiB of them. */
export const MOST_VALUES = 2 ** 29;

/** Refuses more values than a model may have, before there is memory for them: so many nodes of so many classes each. */
export function expectRoomForValues(nodeCount: number, valueWidth: number): void {
  const count = nodeCount * valueWidth;
  if (count <= MOST_VALUES) return;
  const size = `${(count / 2 ** 27).toFixed(1)} GiB`;
  const message = `a model has room for ${MOST_VALUES} class shares (4 GiB), and this one needs ${size} or more: ${nodeCount} nodes of ${valueWidth} classes each; limit maxLeaves or maxDepth, grow fewer trees, or join classes that are rare`;
  throw new CambiumError("too-large", message);
}
