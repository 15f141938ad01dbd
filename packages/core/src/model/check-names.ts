import { damagedModel } from "./damaged-model.ts";
import type { ModelParts } from "./model-parts.ts";

/** Refuses names that say two things: training gives each column, category and class a name of its own. */
export function checkNames({
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
