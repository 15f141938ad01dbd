import { type Combination, combinationNames } from "../ensemble/ensemble.ts";
import { Crc32 } from "../file/crc32.ts";
import { expectWhole, type FileSections, sectionsOf, summedBytes } from "../file/read-file.ts";
import type { Tree } from "../tree/tree.ts";
import { atOnce } from "../util/turns.ts";
import { checkTree } from "./check-tree.ts";
import { valuesInTurns } from "./check-values.ts";
import { createModel } from "./create-model.ts";
import type { Model } from "./model.ts";
import { damagedModel, MODEL_FILE } from "./model-format.ts";
import { readHeader } from "./read-header.ts";
import { readCurve } from "./saved-curve.ts";
import { readTrees } from "./saved-trees.ts";

/** A model from its bytes. The bytes are hostile until every size, index and name in them has been checked. */
export function loadModel(input: Uint8Array | ArrayBuffer): Model {
  const file = expectWhole(MODEL_FILE, input);
  const sections = sectionsOf(MODEL_FILE, file, new Crc32().add(summedBytes(file)).value);
  const { parts, scoreCount } = readHeader(sections);
  const initialScore = sections.read("init", (section) => section.array("f64", scoreCount));
  if (!initialScore.every(Number.isFinite)) throw damagedModel("its initial score is not a finite number");
  const trees = readTrees(sections);
  const combine = readCombination(sections, trees.length);
  checkCombination(parts.offset, scoreCount, combine);
  const width = widthOf(trees, scoreCount, combine);
  for (const tree of trees) checkTree(tree, parts.features, width);
  const ensemble = { trees, initialScore, ...(combine && { combine }) };
  atOnce(valuesInTurns(parts, ensemble));
  return createModel({ ...parts, ensemble }, [], { learningCurve: sections.readIfThere("curv", readCurve) ?? [] });
}

function readCombination(sections: FileSections, treeCount: number): Combination | null {
  return sections.readIfThere("comb", (section) => {
    const by = section.json("its combination").oneOf(combinationNames);
    const weights = section.array("f64", treeCount);
    // Predictions divide by the sum of the weights.
    const sum = weights.reduce((sum, weight) => sum + weight, 0);
    if (weights.every((weight) => weight >= 0) && sum > 0 && sum < Number.POSITIVE_INFINITY) return { by, weights };
    throw damagedModel("the weights of its trees should be finite, not negative, and not all 0");
  });
}

/** A median is of one number, and an offset is added to scores, to which trees are added one after the other. */
function checkCombination(offset: readonly string[], scoreCount: number, combine: Combination | null): void {
  if (combine?.by === "median" && scoreCount > 1)
    throw damagedModel(`it has the median of ${scoreCount} scores, expected 1`);
  if (combine !== null && offset.length > 0)
    throw damagedModel("it has an offset, but no score that it could be added to");
}

/** Trees say all scores, or one number each and the scores take turns. */
function widthOf(trees: readonly Tree[], scoreCount: number, combine: Combination | null): number {
  const takeTurns = combine === null && trees.every(({ valueWidth }) => valueWidth === 1);
  if (!takeTurns || scoreCount === 1) return scoreCount;
  if (trees.length % scoreCount === 0) return 1;
  throw damagedModel(
    `it has ${trees.length} trees of one number each for ${scoreCount} scores, expected as many for each`,
  );
}
