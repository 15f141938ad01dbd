import { datasetOptions } from "../dataset/dataset-options.ts";
import { readWeights } from "../dataset/read-weights.ts";
import type { ClassLabel } from "../dataset/target.ts";
import { readClasses, targetColumn } from "../evaluation/read-actual.ts";
import { toAsciiJson } from "../file/ascii-json.ts";
import { Crc32 } from "../file/crc32.ts";
import { expectTask } from "../model/expect-model.ts";
import type { ClassPredictor } from "../model/predictor.ts";
import type { PredictInput } from "../predict/encode-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions } from "../util/check-options.ts";
import { JsonReader } from "../util/json-reader.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { droppable, type OptionsOf } from "../util/option.ts";
import { allRows } from "../util/ranges.ts";
import { roundToGrid, weightsOnGrid } from "../util/round-to-grid.ts";

export const isotonicCalibrationOptions = /* @__PURE__ */ droppable(() => ({
  /** A weight per row: a column's name, or numbers >= 0. Default: 1 each. */
  weight: datasetOptions.weight,
}));

export interface IsotonicCalibrationOptions extends OptionsOf<typeof isotonicCalibrationOptions> {}

const FORMAT = 2;

/** What `JSON.stringify` writes of a calibration, for `loadIsotonicCalibration`. The model is not in it. */
export interface IsotonicCalibrationData {
  readonly kind: "isotonic";
  readonly format: 2;
  readonly classes: readonly ClassLabel[];
  /** Of two classes that of the second one's probability, else one for each. */
  readonly curves: readonly { readonly x: readonly number[]; readonly y: readonly number[] }[];
  /** The CRC-32 of what `JSON.stringify` writes of the fields above, with other characters than those of ASCII escaped. */
  readonly checksum: number;
}

/** The checksum of a calibration, from its other fields in their order. */
function checksumOfCalibration(fields: Readonly<Record<"kind" | "format" | "classes" | "curves", unknown>>): number {
  const { kind, format, classes, curves } = fields;
  return new Crc32().add(toAsciiJson({ kind, format, classes, curves })).value;
}

/** A model whose probabilities say how often a class came true. */
export interface CalibratedModel extends ClassPredictor {
  toJSON(): IsotonicCalibrationData;
}

/**
 * Makes the probabilities of a model honest by rows that it was not trained on: those that were predicted alike get the share of
 * them that came true, by the best function that never falls. With more than two classes each is told from the rest, and the
 * probabilities of a row are divided by their sum. `model` is asked whenever the calibrated one predicts.
 */
export function isotonicCalibration(
  model: ClassPredictor,
  input: TableInput,
  options: IsotonicCalibrationOptions = {},
): CalibratedModel {
  expectTask("isotonicCalibration", model, "classification");
  checkOptions("isotonicCalibration", options, isotonicCalibrationOptions);
  const table = toTable(input);
  const actual = readClasses(model, targetColumn("isotonicCalibration", model, table));
  const weights = readWeights(table, options.weight);
  const shares = model.predictProbability(table);
  const width = model.classes.length;
  const curves = calibratedClasses(width).map((k) => {
    const predicted = numberByRow(actual.length, (row) => shares[row * width + k]);
    const happened = numberByRow(actual.length, (row) => (actual[row] === k ? 1 : 0));
    return fitIsotonicCurve(predicted, happened, weights);
  });
  return calibratedModel(model, curves);
}

/** The classes that have a curve: two share the second one's. */
function calibratedClasses(classCount: number): number[] {
  return classCount === 2 ? [1] : Array.from({ length: classCount }, (_, k) => k);
}

/** The model behind its curves. */
function calibratedModel(model: ClassPredictor, curves: readonly IsotonicCurve[]): CalibratedModel {
  const { target, classes, cost } = model;
  const width = classes.length;
  const predictProbability = (input: PredictInput) => {
    const shares = model.predictProbability(input).slice();
    for (let start = 0; start < shares.length; start += width) calibrateRow(shares, start, width, curves);
    return shares;
  };
  const predict = (input: PredictInput) => {
    const shares = predictProbability(input);
    return Array.from({ length: shares.length / width }, (_, row) => {
      return classes[predictedClass(cost, shares, row * width, width)];
    });
  };
  const toJSON = (): IsotonicCalibrationData => {
    const shapes = curves.map(({ x, y }) => ({ x: [...x], y: [...y] }));
    const fields = { kind: "isotonic", format: FORMAT, classes: [...classes], curves: shapes } as const;
    return { ...fields, checksum: checksumOfCalibration(fields) };
  };
  return { task: "classification", target, classes, cost, predict, predictProbability, toJSON };
}

function calibrateRow(shares: Float64Array, start: number, width: number, curves: readonly IsotonicCurve[]): void {
  if (width === 2) {
    shares[start + 1] = valueOnCurve(curves[0], shares[start + 1]);
    shares[start] = 1 - shares[start + 1];
    return;
  }
  let sum = 0;
  for (let k = 0; k < width; k++) {
    shares[start + k] = valueOnCurve(curves[k], shares[start + k]);
    sum += shares[start + k];
  }
  // Where no class has a chance, none is likelier than another.
  for (let k = 0; k < width; k++) shares[start + k] = sum === 0 ? 1 / width : shares[start + k] / sum;
}

/**
 * A calibration from what `JSON.stringify` wrote of it, or from what `JSON.parse` made of that, before the model that it was made
 * for. The data is hostile until every number in it has been checked.
 */
export function loadIsotonicCalibration(model: ClassPredictor, data: unknown): CalibratedModel {
  expectTask("loadIsotonicCalibration", model, "classification");
  const text = textOf(data);
  const json = JsonReader.parse(text, damagedCalibration, "it");
  json.field("kind").oneOf(["isotonic"]);
  const format = json.field("format").integer(1, 2 ** 31);
  if (format > FORMAT) {
    const message = `the calibration has format ${format}, and this version of Cambium reads up to ${FORMAT}; upgrade cambium`;
    throw new CambiumError("newer-model", message);
  }
  if (format < FORMAT) {
    const message = `the calibration has format ${format}, which was never released, and this version of Cambium reads format ${FORMAT}; calibrate the model again`;
    throw new CambiumError("bad-model", message);
  }
  checkChecksum(json, text);
  const classes = json.field("classes").list();
  const isOfModel =
    classes.length === model.classes.length && classes.every(({ value }, k) => value === model.classes[k]);
  if (!isOfModel) throw damagedCalibration("its classes are not those of the model");
  const curves = json.field("curves").list();
  const expected = calibratedClasses(classes.length).length;
  if (curves.length !== expected) throw damagedCalibration(`it has ${curves.length} curves, expected ${expected}`);
  return calibratedModel(model, curves.map(readCurve));
}

/** Comes before all that the fields mean. Text that means the same in other characters is damaged, too. */
function checkChecksum(json: JsonReader, text: string): void {
  const [kind, classes, curves] = ["kind", "classes", "curves"].map((name) => json.field(name).value);
  const checksum = checksumOfCalibration({ kind, format: FORMAT, classes, curves });
  if (json.field("checksum").value !== checksum) throw damagedCalibration("its data do not match its checksum");
  const withoutSpace = text.replace(/("(?:[^"\\]|\\.)*")|[ \t\n\r]+/g, "$1");
  if (withoutSpace !== JSON.stringify(json.value))
    throw damagedCalibration("its text is not what JSON.stringify writes");
}

/** Text as it is; anything else as JSON would write it, so that no getter is asked twice. */
function textOf(data: unknown): string {
  if (typeof data === "string") return data;
  try {
    return JSON.stringify(data) ?? "";
  } catch {
    throw damagedCalibration("it is no data");
  }
}

function readCurve(curve: JsonReader): IsotonicCurve {
  const [x, y] = ["x", "y"].map((name) => Float64Array.from(curve.field(name).list(), (item) => item.number()));
  if (x.length === 0 || x.length !== y.length) {
    throw damagedCalibration(`${curve.path} has ${x.length} x and ${y.length} y, expected as many, and one at least`);
  }
  if (x.some((value, i) => i > 0 && !(value > x[i - 1]))) throw damagedCalibration(`${curve.path}.x does not ascend`);
  if (!(x[0] >= 0 && x[x.length - 1] <= 1)) throw damagedCalibration(`${curve.path}.x should be shares from 0 to 1`);
  const isShare = y.every((value, i) => value >= (i === 0 ? 0 : y[i - 1]) && value <= 1);
  if (!isShare) throw damagedCalibration(`${curve.path}.y should be shares from 0 to 1 that do not fall`);
  return { x, y };
}

function damagedCalibration(what: string): CambiumError {
  return new CambiumError("bad-model", `the calibration is damaged: ${what}; copy or save it again`);
}

/** A function that never falls: straight between its points, and level before the first and after the last. */
interface IsotonicCurve {
  /** Ascending. */
  readonly x: Float64Array;
  /** Not descending. */
  readonly y: Float64Array;
}

/** Neighbouring rows of one value: the weight and the weighted sum, which are exact, and the first and the last x. */
interface Block {
  weight: number;
  sum: number;
  from: number;
  to: number;
}

/**
 * The curve of least squared error, by pooling adjacent violators: wherever the mean of some rows is not below that of the next
 * ones, both get the mean of them all. Rows of the same x count as one. There has to be a row with weight.
 */
export function fitIsotonicCurve(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  weights: ArrayLike<number> | null,
): IsotonicCurve {
  const blocks: Block[] = [];
  for (const block of blocksByPlace(x, y, weights)) {
    for (let last = blocks.at(-1); last && !(meanOf(last) < meanOf(block)); last = blocks.at(-1)) {
      block.weight += last.weight;
      block.sum += last.sum;
      block.from = last.from;
      blocks.pop();
    }
    blocks.push(block);
  }
  // The first and the last x of each block are all that the curve needs.
  const corners = blocks.flatMap((block) => {
    const places = block.from === block.to ? [block.from] : [block.from, block.to];
    return places.map((place) => [place, meanOf(block)]);
  });
  return { x: Float64Array.from(corners, ([place]) => place), y: Float64Array.from(corners, ([, mean]) => mean) };
}

/** What the curve says at x. */
export function valueOnCurve({ x, y }: IsotonicCurve, at: number): number {
  const last = x.length - 1;
  if (at >= x[last]) return y[last];
  if (at <= x[0]) return y[0];
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (x[middle] <= at) low = middle;
    else high = middle;
  }
  // Between neighbours that are next to nothing apart the slope would have no end.
  if (at === x[low]) return y[low];
  const slope = (y[high] - y[low]) / (x[high] - x[low]);
  // Rounding must not lift a value over that of a later one.
  return Math.min(y[high], slope * (at - x[low]) + y[low]);
}

/** The rows of each x that has weight, in ascending order; on grids, so that adding them up loses nothing. */
function blocksByPlace(x: ArrayLike<number>, y: ArrayLike<number>, weights: ArrayLike<number> | null): Block[] {
  const exact = weightsOnGrid(x.length, weights);
  const products = numberByRow(x.length, (row) => exact[row] * y[row]);
  roundToGrid(products, allRows(x.length));
  const order = allRows(x.length).filter((row) => exact[row] > 0);
  const blocks: Block[] = [];
  for (const row of order.sort((a, b) => x[a] - x[b])) {
    const last = blocks.at(-1);
    if (last?.to === x[row]) {
      last.weight += exact[row];
      last.sum += products[row];
    } else blocks.push({ weight: exact[row], sum: products[row], from: x[row], to: x[row] });
  }
  return blocks;
}

function meanOf({ sum, weight }: Block): number {
  return sum / weight;
}
