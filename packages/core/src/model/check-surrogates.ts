import type { FeatureSchema } from "../dataset/column.ts";
import type { Surrogates } from "../tree/surrogates.ts";
import { NodeKind, type Tree } from "../tree/tree.ts";
import { damagedModel } from "./damaged-model.ts";

/** Refuses surrogates of a node that would read beyond an array, or send a row to a child that the node does not have. */
export function checkSurrogates(
  tree: Tree,
  surrogates: Surrogates,
  node: number,
  features: readonly FeatureSchema[],
): void {
  const start = surrogates.start[node];
  const count = surrogates.count[node];
  if (count === 0) return;
  const isBinary = tree.kind[node] === NodeKind.Threshold || tree.kind[node] === NodeKind.Categories;
  if (!isBinary) throw damagedModel(`node ${node} of a tree has surrogates for a split in two that it does not make`);
  if (start + count > surrogates.feature.length)
    throw damagedModel(`node ${node} of a tree names surrogates beyond the end of their list`);
  // A row may have to ask all of them: there is one for each of the other features at most.
  if (count >= features.length)
    throw damagedModel(`node ${node} of a tree has ${count} surrogates for ${features.length} features`);
  for (let index = start; index < start + count; index++) checkSurrogate(surrogates, index, features);
}

/** Refuses ranges that overlap or leave gaps: the surrogates stand in the order of the nodes, and so do their categories. */
export function checkSurrogateRanges({ start, count, categoryStart, categoryWords, ...of }: Surrogates): void {
  const checked = inTurn(start, count, "surrogates of node");
  if (checked !== of.feature.length)
    throw damagedModel(`a tree has ${of.feature.length} surrogates, of which its nodes use ${checked}`);
  const words = inTurn(categoryStart, categoryWords, "categories of surrogate");
  if (words !== of.categories.length)
    throw damagedModel(`surrogates of a tree have ${of.categories.length} words of categories, and use ${words}`);
}

/** The end of ranges, once each is known to begin where the one before has ended. */
function inTurn(starts: Uint32Array, counts: Uint32Array, what: string): number {
  let end = 0;
  for (let i = 0; i < starts.length; i++) {
    if (counts[i] > 0 && starts[i] !== end)
      throw damagedModel(`${what} ${i} of a tree stand at ${starts[i]}, expected at ${end}`);
    end += counts[i];
  }
  return end;
}

function checkSurrogate(surrogates: Surrogates, index: number, features: readonly FeatureSchema[]): void {
  const fault = (what: string) => damagedModel(`surrogate ${index} of a tree ${what}`);
  const feature = features[surrogates.feature[index]];
  if (feature === undefined) throw fault(`is on feature ${surrogates.feature[index]} of ${features.length}`);
  if (surrogates.lowChild[index] > 1) throw fault(`has low values in child ${surrogates.lowChild[index]} of 2`);
  const shares = [surrogates.agreement[index], surrogates.adjusted[index]];
  if (!shares.every((share) => share >= 0 && share <= 1)) throw fault("has an agreement that is no share");
  const words = surrogates.categoryWords[index];
  if (surrogates.categoryStart[index] + words > surrogates.categories.length)
    throw fault("names categories beyond the end of their list");
  const expected = feature.kind === "numeric" ? 0 : 2 * Math.ceil(feature.categories.length / 32);
  if (words !== expected) throw fault(`has ${words} words of categories, expected ${expected}`);
  if (feature.kind === "numeric" && Number.isNaN(surrogates.threshold[index]))
    throw fault("has a threshold that is not a number");
}
