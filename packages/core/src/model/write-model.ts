import { padTo8, toAsciiJson } from "../util/ascii-json.ts";
import { CambiumError } from "../util/cambium-error.ts";
import type { RoundScores } from "./learning-curve.ts";
import {
  type ArrayKind,
  arraysBytes,
  bytesPerElement,
  MODEL_FORMAT,
  MODEL_MAGIC,
  PREAMBLE_BYTES,
  surrogateArrays,
  type TreeShape,
  treeArrays,
} from "./model-format.ts";
import type { ModelParts } from "./model-parts.ts";
import { type CurveStretch, curveBytes, curveFigures, curveStretches } from "./saved-curve.ts";

/** The bytes of a model, in the format that `model-format.ts` describes. */
export function writeModel(parts: ModelParts, learningCurve: readonly RoundScores[] = []): Uint8Array<ArrayBuffer> {
  const { trees, initialScore, combine } = parts.ensemble;
  const weights = combine?.weights ?? [];
  const shapes = trees.map(
    (tree): TreeShape => ({
      nodeCount: tree.nodeCount,
      valueWidth: tree.valueWidth,
      categoryWords: tree.categories.length,
      rootImpurity: tree.rootImpurity,
      ...(tree.surrogates && {
        surrogates: { count: tree.surrogates.feature.length, categoryWords: tree.surrogates.categories.length },
      }),
    }),
  );
  const curve = curveStretches(learningCurve);
  const header = headerOf(parts, shapes, curve);
  const arrays = arraysBytes(initialScore.length, weights.length, shapes) + curveBytes(curve);
  if (arrays >= 2 ** 32)
    throw new CambiumError("too-large", `the model needs ${arrays} bytes; a model file holds less than 2^32`);
  const bytes = new Uint8Array(PREAMBLE_BYTES + header.length + arrays);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 4; i++) bytes[i] = MODEL_MAGIC.charCodeAt(i);
  view.setUint32(4, MODEL_FORMAT, true);
  view.setUint32(8, header.length, true);
  view.setUint32(12, arrays, true);
  for (let i = 0; i < header.length; i++) bytes[PREAMBLE_BYTES + i] = header.charCodeAt(i);
  let at = PREAMBLE_BYTES + header.length;
  for (const score of initialScore) at = writeFloat(view, at, score);
  for (const weight of weights) at = writeFloat(view, at, weight);
  trees.forEach((tree, index) => {
    for (const { name, kind } of treeArrays(shapes[index])) at = writeArray(view, at, kind, tree[name]);
    const { surrogates } = tree;
    if (surrogates === null) return;
    for (const { name, kind } of surrogateArrays(shapes[index])) at = writeArray(view, at, kind, surrogates[name]);
  });
  for (const figure of curveFigures(learningCurve, curve)) at = writeFloat(view, at, figure);
  return bytes;
}

/** Writes the numbers of an array, and gives the place after it. */
function writeArray(view: DataView, at: number, kind: ArrayKind, array: ArrayLike<number>): number {
  for (let i = 0; i < array.length; i++) {
    if (kind === "f64") writeFloat(view, at + 8 * i, array[i]);
    else if (kind === "u8") view.setUint8(at + i, array[i]);
    else view.setUint32(at + 4 * i, array[i], true);
  }
  return at + padTo8(bytesPerElement[kind] * array.length);
}

/** Fields in a fixed order, only ASCII, padded with spaces to a multiple of 8. */
function headerOf(parts: ModelParts, trees: readonly TreeShape[], curve: readonly CurveStretch[]): string {
  const { learner, task, target, classes, features, link, loss, missing, unseen, offset, pruningPath, cost, ensemble } =
    parts;
  return toAsciiJson({
    learner,
    task,
    target,
    classes,
    features,
    link,
    loss,
    missing,
    unseen,
    // Left out where there are none.
    offset: offset.length === 0 ? undefined : offset,
    pruningPath,
    // Left out where all errors cost the same: JSON has no undefined.
    cost: cost ?? undefined,
    scoreCount: ensemble.initialScore.length,
    // Left out where values are added up: JSON has no undefined.
    combine: ensemble.combine?.by,
    // Left out where nothing was measured.
    curve: curve.length === 0 ? undefined : curve,
    trees,
  });
}

/** One bit pattern for NaN and one for zero, so that equal models have equal bytes. */
function writeFloat(view: DataView, at: number, value: number): number {
  view.setFloat64(at, Number.isNaN(value) ? Number.NaN : value + 0, true);
  return at + 8;
}
