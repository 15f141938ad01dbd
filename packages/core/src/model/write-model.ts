import { jsonParts, section, writeFile } from "../file/write-file.ts";
import type { RoundScores } from "./learning-curve.ts";
import { MODEL_FILE } from "./model-format.ts";
import type { ModelParts } from "./model-parts.ts";
import { curveParts } from "./saved-curve.ts";
import { categoryParts, nodeParts, surrogateParts, valueParts } from "./saved-trees.ts";

/** The bytes of a model, in the format that `model-format.ts` describes. */
export function writeModel(parts: ModelParts, learningCurve: readonly RoundScores[] = []): Uint8Array<ArrayBuffer> {
  const { offset, cost, pruningPath } = parts;
  const { trees, initialScore, combine } = parts.ensemble;
  const curve = curveParts(learningCurve);
  return writeFile(MODEL_FILE, [
    section("head", jsonParts(headOf(parts))),
    offset.length === 0 ? null : section("offs", jsonParts(offset)),
    cost === null ? null : section("cost", jsonParts(cost)),
    pruningPath.length === 0 ? null : section("path", jsonParts(pruningPath)),
    section("init", [initialScore]),
    combine === undefined ? null : section("comb", [...jsonParts(combine.by), combine.weights]),
    section("tree", nodeParts(trees)),
    trees.every(({ categories }) => categories.length === 0) ? null : section("cats", categoryParts(trees)),
    { ...valueParts(trees), version: 1 },
    trees.every(({ surrogates }) => surrogates === null) ? null : section("surr", surrogateParts(trees)),
    curve.length === 0 ? null : section("curv", curve),
  ]);
}

/** Fields in a fixed order. */
function headOf(parts: ModelParts): object {
  const { learner, task, target, classes, features, link, loss, missing, unseen, ensemble } = parts;
  const scoreCount = ensemble.initialScore.length;
  return { learner, task, target, classes, features, link, loss, missing, unseen, scoreCount };
}
