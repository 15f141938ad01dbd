import { counted, jsonParts, section, type WrittenSection, writeFile } from "../file/write-file.ts";
import type { Tree } from "../tree/tree.ts";
import type { RoundScores } from "./learning-curve.ts";
import {
  arraysOf,
  categoryArrays,
  MODEL_FILE,
  nodeArrays,
  surrogateArrays,
  surrogateNodeArrays,
} from "./model-format.ts";
import type { ModelParts } from "./model-parts.ts";
import { curveParts } from "./saved-curve.ts";
import { valueParts } from "./saved-values.ts";

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
    section("tree", nodesOf(trees)),
    trees.every(({ categories }) => categories.length === 0) ? null : section("cats", categoriesOf(trees)),
    { ...valueParts(trees), version: 1 },
    trees.every(({ surrogates }) => surrogates === null) ? null : section("surr", surrogatesOf(trees)),
    curve.length === 0 ? null : section("curv", curve),
  ]);
}

/** Fields in a fixed order. */
function headOf(parts: ModelParts): object {
  const { learner, task, target, classes, features, link, loss, missing, unseen, ensemble } = parts;
  const scoreCount = ensemble.initialScore.length;
  return { learner, task, target, classes, features, link, loss, missing, unseen, scoreCount };
}

function nodesOf(trees: readonly Tree[]): WrittenSection["parts"] {
  return [
    ...counted(Float64Array.from(trees, ({ rootImpurity }) => rootImpurity)),
    Uint32Array.from(trees, ({ nodeCount }) => nodeCount),
    ...trees.flatMap((tree) => arraysOf(nodeArrays, tree)),
  ];
}

function categoriesOf(trees: readonly Tree[]): WrittenSection["parts"] {
  const some = trees.filter(({ categories }) => categories.length > 0);
  return [
    Uint32Array.from(trees, ({ categories }) => categories.length),
    ...some.flatMap((tree) => [...arraysOf(categoryArrays, tree), tree.categories]),
  ];
}

function surrogatesOf(trees: readonly Tree[]): WrittenSection["parts"] {
  const some = trees.flatMap(({ surrogates }) => surrogates ?? []);
  return [
    Uint32Array.from(trees, ({ surrogates }) => surrogates?.feature.length ?? 0),
    Uint32Array.from(trees, ({ surrogates }) => surrogates?.categories.length ?? 0),
    ...some.flatMap((of) => [...arraysOf(surrogateNodeArrays, of), ...arraysOf(surrogateArrays, of), of.categories]),
  ];
}
