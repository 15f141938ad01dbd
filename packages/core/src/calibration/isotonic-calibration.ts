import { datasetOptions } from "../dataset/dataset-options.ts";
import { readWeights } from "../dataset/read-weights.ts";
import type { ClassLabel } from "../dataset/target.ts";
import { readClasses, targetColumn } from "../evaluation/read-actual.ts";
import { toAsciiJson } from "../file/ascii-json.ts";
import { Crc32 } from "../file/crc32.ts";
import type { ClassPredictor } from "../model/predictor.ts";
import type { PredictInput } from "../predict/encode-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import { checkOptions } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { numberByRow } from "../util/number-by-row.ts";
import type { OptionsOf } from "../util/option.ts";
import { expectClasses } from "./expect-task.ts";
import { fitIsotonicCurve, type IsotonicCurve, valueOnCurve } from "./isotonic-curve.ts";

export const isotonicCalibrationOptions = /* @__PURE__ */ droppable(() => ({
  /** A weight per row: a column's name, or numbers >= 0. Default: 1 each. */
  weight: datasetOptions.weight,
}));

export interface IsotonicCalibrationOptions extends OptionsOf<typeof isotonicCalibrationOptions> {}

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
export function checksumOfCalibration(
  fields: Readonly<Record<keyof Omit<IsotonicCalibrationData, "checksum">, unknown>>,
): number {
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
  expectClasses("isotonicCalibration", model);
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
export function calibratedClasses(classCount: number): number[] {
  return classCount === 2 ? [1] : Array.from({ length: classCount }, (_, k) => k);
}

/** The model behind its curves. */
export function calibratedModel(model: ClassPredictor, curves: readonly IsotonicCurve[]): CalibratedModel {
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
    const fields = { kind: "isotonic", format: 2, classes: [...classes], curves: shapes } as const;
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
