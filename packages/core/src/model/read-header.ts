import type { FeatureSchema } from "../dataset/column.ts";
import { type ClassLabel, MOST_CLASSES } from "../dataset/target.ts";
import type { FileSections } from "../file/read-file.ts";
import { classLinkNames, isClassLink, linkNames } from "../loss/link.ts";
import type { LossSpec } from "../loss/loss.ts";
import type { PruningStep } from "../pruning/pruning-strategy.ts";
import type { CostMatrix } from "../tree/predicted-class.ts";
import type { JsonReader } from "../util/json-reader.ts";
import { countOf } from "../util/nearest-name.ts";
import { damagedModel } from "./model-format.ts";
import type { ModelParts } from "./model-parts.ts";

interface Header {
  readonly parts: Omit<ModelParts, "ensemble">;
  readonly scoreCount: number;
}

/** What a model is, besides its trees: the sections of JSON. */
export function readHeader(sections: FileSections): Header {
  const header = sections.read("head", (section) => section.json("its header"));
  const task = header.field("task").oneOf(["classification", "regression"]);
  const classes = readClasses(header.field("classes").list());
  const scoreCount = header.field("scoreCount").integer(1, 2 ** 31);
  const isTwoClassScore = classes.length === 2 && scoreCount === 1;
  const fits = task === "regression" ? classes.length === 0 && scoreCount === 1 : scoreCount === classes.length;
  if (!fits && !(task === "classification" && isTwoClassScore)) {
    throw damagedModel(`it has ${scoreCount} scores a row for ${classes.length} classes`);
  }
  const features = header.field("features").list().map(readFeature);
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
    offset: sections.readIfThere("offs", (section) => section.json("its offset").texts()) ?? [],
    pruningPath: sections.readIfThere("path", (section) => section.json("its pruning path").list().map(readStep)) ?? [],
    cost: sections.readIfThere("cost", (section) => readCost(section.json("its costs"), classes.length)),
  };
  if (isClassLink(parts.link) && scoreCount !== classes.length)
    throw damagedModel(`its link ${parts.link} needs a score for each of the ${classes.length} classes`);
  if (isTwoClassScore && parts.link !== "logistic")
    throw damagedModel(`its link ${parts.link} gives two classes no probabilities from a score`);
  checkNames(parts);
  if (parts.offset.length !== 0 && parts.offset.length !== scoreCount)
    throw damagedModel(`it has ${countOf(parts.offset.length, "offset", "offsets")} for ${scoreCount} scores a row`);
  return { parts, scoreCount };
}

/** No more than a fit takes: some metrics have a number for each two classes. */
function readClasses(labels: readonly JsonReader[]): ClassLabel[] {
  if (labels.length <= MOST_CLASSES) return labels.map(readLabel);
  throw damagedModel(`it has ${labels.length} classes, expected at most ${MOST_CLASSES}`);
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
  return kind === "numeric" ? { name, kind } : { name, kind, categories: feature.field("categories").texts() };
}

function readLoss(loss: JsonReader): LossSpec {
  const parameters = loss.field("parameters").entries();
  const portable = loss.optional("portable");
  if (portable !== null && portable.value !== false) throw damagedModel(`${portable.path} is not false`);
  return {
    name: loss.field("name").text(),
    parameters: Object.fromEntries(parameters.map(([name, value]) => [name, value.numberOrText()])),
    ...(portable && { portable: false }),
  };
}

function readCost(cost: JsonReader, classCount: number): CostMatrix {
  if (classCount === 0) throw damagedModel("it has costs, and no classes");
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

/** Refuses names that say two things: training gives each column, category and class a name of its own. */
function checkNames({
  features,
  classes,
  target,
  offset,
}: Pick<ModelParts, "features" | "classes" | "target" | "offset">): void {
  const names = new Set(features.map(({ name }) => name));
  if (names.size < features.length) throw damagedModel("two of its features have the same name");
  if (names.has(target)) throw damagedModel("its target is one of its features");
  if (new Set(classes).size < classes.length) throw damagedModel("two of its classes are the same");
  if (offset.some((name) => name === target || names.has(name)))
    throw damagedModel("its offset is its target, or one of its features");
  for (const feature of features) {
    if (feature.kind === "numeric" || new Set(feature.categories).size === feature.categories.length) continue;
    throw damagedModel(`two categories of its feature ${JSON.stringify(feature.name)} are the same`);
  }
}
