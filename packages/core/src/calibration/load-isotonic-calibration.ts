import type { ClassPredictor } from "../model/predictor.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { JsonReader } from "../util/json-reader.ts";
import { expectClasses } from "./expect-task.ts";
import {
  type CalibratedModel,
  calibratedClasses,
  calibratedModel,
  checksumOfCalibration,
} from "./isotonic-calibration.ts";
import type { IsotonicCurve } from "./isotonic-curve.ts";

const FORMAT = 2;

/**
 * A calibration from what `JSON.stringify` wrote of it, or from what `JSON.parse` made of that, before the model that it was made
 * for. The data is hostile until every number in it has been checked.
 */
export function loadIsotonicCalibration(model: ClassPredictor, data: unknown): CalibratedModel {
  expectClasses("loadIsotonicCalibration", model);
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
