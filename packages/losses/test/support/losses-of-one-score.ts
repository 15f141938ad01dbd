import { isClassLoss, type Loss } from "@cambium/core";
import { builtInLosses } from "../../src/index.ts";

/** All but those with a score for each class. */
export const lossesOfOneScore: readonly (readonly [name: string, make: () => Loss])[] = Object.entries(
  builtInLosses,
).flatMap(([name, make]) => (isClassLoss(make()) ? [] : [[name, make as () => Loss] as const]));
