import type { FeatureSchema } from "../dataset/column.ts";
import type { ClassLabel } from "../dataset/target.ts";
import { type Combination, combinationNames } from "../ensemble/ensemble.ts";
import { classLinkNames, isClassLink, linkNames } from "../loss/link.ts";
import type { LossSpec } from "../loss/loss.ts";
import type { PruningStep } from "../pruning/pruning-strategy.ts";
import type { CostMatrix } from "../tree/predicted-class.ts";
import { hasSharedRows, type Tree } from "../tree/tree.ts";
import { padTo8, readAscii } from "../util/ascii-json.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { JsonReader } from "../util/json-reader.ts";
import { countOf } from "../util/nearest-name.ts";
import { checkTree, LARGEST_SUM } from "./check-tree.ts";
import { createModel } from "./create-model.ts";
import { damagedModel } from "./damaged-model.ts";
import type { Model } from "./model.ts";
import {
  type ArrayKind,
  type ArrayShape,
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
import { type CurveStretch, curveBytes, readCurve, readCurveStretches } from "./saved-curve.ts";

/** A model from its bytes. The bytes are hostile until every size, index and name in them has been checked. */
export function loadModel(input: Uint8Array | ArrayBuffer): Model {
  const bytes = input instanceof ArrayBuffer ? new Uint8Array(input) : input;
  const view = readPreamble(bytes);
  const headerLength = view.getUint32(8, true);
  const header = JsonReader.parse(
    readAscii(bytes.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + headerLength)),
    damagedModel,
  );
  const { parts, shapes, scoreCount, combine, curve } = readHeader(header);
  const weightCount = combine === null ? 0 : shapes.length;
  const expected = arraysBytes(scoreCount, weightCount, shapes) + curveBytes(curve);
  if (expected !== view.getUint32(12, true)) {
    throw damagedModel(`its header describes arrays of ${expected} bytes, but it has ${view.getUint32(12, true)}`);
  }
  let at = PREAMBLE_BYTES + headerLength;
  const initialScore = Float64Array.from({ length: scoreCount }, (_, i) => view.getFloat64(at + 8 * i, true));
  if (!initialScore.every(Number.isFinite)) throw damagedModel("its initial score is not a finite number");
  at += 8 * scoreCount;
  const weights = Float64Array.from({ length: weightCount }, (_, i) => view.getFloat64(at + 8 * i, true));
  if (combine !== null) checkWeights(weights);
  at += 8 * weightCount;
  const width = widthOf(shapes, scoreCount, combine);
  const trees = shapes.map((shape) => {
    const tree = readTree(view, at, shape);
    checkTree(tree, parts.features, width);
    at += arraysBytes(0, 0, [shape]);
    return tree;
  });
  checkScores(initialScore, trees, combine === null ? null : weights);
  const ensemble = { trees, initialScore, ...(combine && { combine: { by: combine, weights } }) };
  const learningCurve = readCurve(curve, (index) => view.getFloat64(at + 8 * index, true));
  return createModel({ ...parts, ensemble }, [], { learningCurve });
}

/** Trees say all scores, or one number each and the scores take turns. */
function widthOf(shapes: readonly TreeShape[], scoreCount: number, combine: Combination["by"] | null): number {
  const takeTurns = combine === null && shapes.every(({ valueWidth }) => valueWidth === 1);
  if (!takeTurns || scoreCount === 1) return scoreCount;
  if (shapes.length % scoreCount === 0) return 1;
  throw damagedModel(
    `it has ${shapes.length} trees of one number each for ${scoreCount} scores, expected as many for each`,
  );
}

/** Predictions divide by the sum of the weights. */
function checkWeights(weights: Float64Array): void {
  let sum = 0;
  for (const weight of weights) sum += weight;
  if (weights.every((weight) => weight >= 0) && sum > 0 && sum < Number.POSITIVE_INFINITY) return;
  throw damagedModel("the weights of its trees should be finite, not negative, and not all 0");
}

/** The values of leaves are finite by themselves; a row may add up one of each tree. */
function checkScores(initialScore: Float64Array, trees: readonly Tree[], weights: Float64Array | null): void {
  const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let sum = largest(initialScore);
  for (const [index, { value }] of trees.entries()) sum += Math.max(1, weights?.[index] ?? 1) * largest(value);
  if (!(sum < LARGEST_SUM)) throw damagedModel("its trees may add up to a score that no training comes to");
}

function readPreamble(bytes: Uint8Array): DataView {
  if (!(bytes instanceof Uint8Array))
    throw new CambiumError("bad-model", `loadModel expects the bytes that toBytes() gives, got ${describe(bytes)}`);
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== MODEL_MAGIC.slice(0, magic.length) || bytes.length === 0) {
    throw new CambiumError(
      "bad-model",
      `this is not a Cambium model: it begins with ${JSON.stringify(magic)}, expected "${MODEL_MAGIC}"`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 8 && view.getUint32(4, true) > MODEL_FORMAT) {
    const message = `the model has format ${view.getUint32(4, true)}, and this version of Cambium reads up to ${MODEL_FORMAT}; upgrade cambium`;
    throw new CambiumError("newer-model", message);
  }
  if (bytes.length < PREAMBLE_BYTES) throw cutShort(PREAMBLE_BYTES, bytes.length);
  if (view.getUint32(4, true) === 0) throw damagedModel("its format is 0");
  const expected = PREAMBLE_BYTES + view.getUint32(8, true) + view.getUint32(12, true);
  if (bytes.length < expected) throw cutShort(expected, bytes.length);
  if (bytes.length > expected) throw damagedModel(`it has ${bytes.length} bytes, expected ${expected}`);
  return view;
}

function cutShort(expected: number, got: number): CambiumError {
  return new CambiumError(
    "bad-model",
    `the model is cut short: expected ${expected} bytes, got ${got}; copy or save it again`,
  );
}

interface Header {
  readonly parts: Omit<ModelParts, "ensemble">;
  readonly shapes: readonly TreeShape[];
  readonly scoreCount: number;
  readonly combine: Combination["by"] | null;
  readonly curve: readonly CurveStretch[];
}

function readHeader(header: JsonReader): Header {
  const task = header.field("task").oneOf(["classification", "regression"]);
  const classes = header.field("classes").list().map(readLabel);
  const scoreCount = header.field("scoreCount").integer(1, 2 ** 31);
  const isTwoClassScore = classes.length === 2 && scoreCount === 1;
  const fits = task === "regression" ? classes.length === 0 && scoreCount === 1 : scoreCount === classes.length;
  if (!fits && !(task === "classification" && isTwoClassScore)) {
    throw damagedModel(`it has ${scoreCount} scores a row for ${classes.length} classes`);
  }
  const features = header.field("features").list().map(readFeature);
  const shapes = header
    .field("trees")
    .list()
    .map(
      (tree): TreeShape => ({
        nodeCount: tree.field("nodeCount").integer(1, 2 ** 31),
        valueWidth: tree.field("valueWidth").integer(1, 2 ** 31),
        categoryWords: tree.field("categoryWords").integer(0, 2 ** 31),
        rootImpurity: tree.field("rootImpurity").number(),
        ...readSurrogateShape(tree.optional("surrogates")),
      }),
    );
  const parts = {
    learner: header.field("learner").text(),
    task,
    target: header.field("target").text(),
    classes,
    features,
    link: header.field("link").oneOf([...linkNames, ...classLinkNames]),
    loss: header.field("loss").isNull() ? null : readLoss(header.field("loss")),
    missing: header.field("missing").oneOf(["learn", "surrogate", "error"] as const),
    unseen: header.field("unseen").oneOf(["missing", "error"] as const),
    offset: header.optional("offset")?.texts() ?? [],
    pruningPath: header.field("pruningPath").list().map(readStep),
    cost: readCost(header.optional("cost"), classes.length),
  };
  if (isClassLink(parts.link) && scoreCount !== classes.length)
    throw damagedModel(`its link ${parts.link} needs a score for each of the ${classes.length} classes`);
  if (isTwoClassScore && parts.link !== "logistic")
    throw damagedModel(`its link ${parts.link} gives two classes no probabilities from a score`);
  const combine = header.optional("combine")?.oneOf(combinationNames) ?? null;
  if (combine === "median" && scoreCount > 1)
    throw damagedModel(`it has the median of ${scoreCount} scores, expected 1`);
  checkOffset(parts, scoreCount, combine);
  return { parts, shapes, scoreCount, combine, curve: readCurveStretches(header.optional("curve")) };
}

/** There is one for each score of a row, to which trees are added one after the other. */
function checkOffset(
  { offset, target, features }: Header["parts"],
  scoreCount: number,
  combine: Header["combine"],
): void {
  if (offset.length === 0) return;
  if (combine !== null) throw damagedModel("it has an offset, but no score that it could be added to");
  if (offset.length !== scoreCount)
    throw damagedModel(`it has ${countOf(offset.length, "offset", "offsets")} for ${scoreCount} scores a row`);
  const others = [target, ...features.map(({ name }) => name)];
  if (!offset.some((name) => others.includes(name))) return;
  throw damagedModel("its offset is its target, or one of its features");
}

function readSurrogateShape(surrogates: JsonReader | null): Pick<TreeShape, "surrogates"> {
  if (surrogates === null) return {};
  const count = surrogates.field("count").integer(1, 2 ** 31);
  return { surrogates: { count, categoryWords: surrogates.field("categoryWords").integer(0, 2 ** 31) } };
}

function readLabel(label: JsonReader): ClassLabel {
  const value = label.value;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw damagedModel(`${label.path} is not text, a finite number or a boolean`);
}

function readFeature(feature: JsonReader): FeatureSchema {
  const name = feature.field("name").text();
  const kind = feature.field("kind").oneOf(["numeric", "categorical"] as const);
  if (kind === "numeric") return { name, kind };
  return {
    name,
    kind,
    categories: feature.field("categories").texts(),
  };
}

function readLoss(loss: JsonReader): LossSpec {
  const parameters = new Map(
    loss
      .field("parameters")
      .entries()
      .map(([name, value]) => [name, value.numberOrText()]),
  );
  const portable = loss.optional("portable");
  if (portable !== null && portable.value !== false) throw damagedModel(`${portable.path} is not false`);
  return {
    name: loss.field("name").text(),
    parameters: Object.fromEntries(parameters),
    ...(portable && { portable: false }),
  };
}

function readCost(cost: JsonReader | null, classCount: number): CostMatrix | null {
  if (cost === null) return null;
  const matrix = cost.list().map((row) => row.list().map((item) => item.number()));
  const isRight = matrix.length === classCount && matrix.every((row) => row.length === classCount);
  if (isRight && matrix.every((row, i) => row[i] === 0 && row.every((item) => item >= 0))) return matrix;
  throw damagedModel(
    `its costs should be ${classCount} lists of ${classCount} numbers, none negative, and 0 for the right class`,
  );
}

function readStep(step: JsonReader): PruningStep {
  const orNull = (field: JsonReader) => (field.isNull() ? null : field.number());
  const trainingError = step.optional("trainingError");
  return {
    alpha: step.field("alpha").number(),
    leaves: step.field("leaves").integer(1, 2 ** 31),
    impurity: step.field("impurity").number(),
    ...(trainingError && { trainingError: trainingError.number() }),
    validationError: orNull(step.field("validationError")),
    standardError: orNull(step.field("standardError")),
  };
}

function readTree(view: DataView, start: number, shape: TreeShape): Tree {
  const { nodeCount, valueWidth, rootImpurity } = shape;
  const arrays = readArrays(view, start, treeArrays(shape));
  const surrogates = readArrays(view, arrays.end, surrogateArrays(shape));
  return {
    nodeCount,
    valueWidth,
    rootImpurity,
    sharesRows: hasSharedRows(arrays.byName.missingChild as Uint32Array),
    ...arrays.byName,
    surrogates: shape.surrogates === undefined ? null : surrogates.byName,
  } as unknown as Tree;
}

/** Arrays that stand one after the other from `start` on, by name, and where they end. */
function readArrays(view: DataView, start: number, shapes: readonly ArrayShape<string>[]) {
  const byName = new Map<string, Float64Array | Int32Array | Uint32Array | Uint8Array>();
  let at = start;
  for (const { name, kind, length } of shapes) {
    byName.set(name, readArray(view, at, kind, length));
    at += padTo8(bytesPerElement[kind] * length);
  }
  return { byName: Object.fromEntries(byName), end: at };
}

function readArray(view: DataView, from: number, kind: ArrayKind, length: number) {
  const each = (read: (at: number) => number) => (_: unknown, i: number) => read(from + bytesPerElement[kind] * i);
  switch (kind) {
    case "f64":
      return Float64Array.from(
        { length },
        each((at) => view.getFloat64(at, true)),
      );
    case "i32":
      return Int32Array.from(
        { length },
        each((at) => view.getInt32(at, true)),
      );
    case "u32":
      return Uint32Array.from(
        { length },
        each((at) => view.getUint32(at, true)),
      );
    case "u8":
      return Uint8Array.from(
        { length },
        each((at) => view.getUint8(at)),
      );
  }
}
