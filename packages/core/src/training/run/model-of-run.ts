import { createPacer } from "@cambium/kernels";
import { schemaOf } from "../../dataset/column.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { checkNumbers } from "../../model/check-tree.ts";
import { valuesInTurns } from "../../model/check-values.ts";
import { createModel, type TrainingRecord } from "../../model/create-model.ts";
import type { Model } from "../../model/model.ts";
import type { ModelParts } from "../../model/model-parts.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { inTurns, type Turns } from "../../util/turns.ts";
import { type InputPolicyOptions, inputPolicyOptions } from "./learner.ts";

/** What a learner alone knows of its model. */
type LearnedParts = Pick<ModelParts, "learner" | "ensemble"> &
  Partial<Pick<ModelParts, "link" | "loss" | "pruningPath" | "cost">>;

/** The model of a run: what was learned, with what the dataset says of its columns and its target; `remarks` are reported. */
export async function modelOfRun(
  dataset: Dataset,
  policy: InputPolicyOptions,
  learned: LearnedParts,
  remarks: readonly string[],
  record: TrainingRecord = {},
): Promise<Model> {
  const { columns, target, report, offset } = dataset;
  const warnings = Object.freeze([...dataset.warnings, ...(record.warnings ?? [])]);
  const parts: ModelParts = {
    ...{ link: "identity", loss: null, pruningPath: [], cost: null, ...learned },
    task: target.task,
    target: target.name,
    classes: target.task === "classification" ? target.classes : [],
    features: columns.map(schemaOf),
    offset: offset?.columns ?? [],
    missing: policy.missing ?? inputPolicyOptions.missing.default,
    unseen: policy.unseen ?? inputPolicyOptions.unseen.default,
  };
  // A run that was aborted gets the model so far, so no signal ends this.
  await inTurns(numbersInTurns(parts), createPacer());
  return createModel(parts, [...report, ...remarks], { ...record, warnings });
}

/** What trains can be saved: `loadModel` refuses the same numbers. Of targets, weights and options near their limits there may be some. */
export function* numbersInTurns(parts: ModelParts): Turns<void> {
  try {
    for (const tree of parts.ensemble.trees) {
      checkNumbers(tree);
      yield;
    }
    yield* valuesInTurns(parts, parts.ensemble);
  } catch (cause) {
    const why =
      "the targets, weights or options are so large or so small that its trees have numbers beyond what a model holds";
    throw new CambiumError("bad-option", `${parts.learner}: ${why}; scale them`, { cause });
  }
}
