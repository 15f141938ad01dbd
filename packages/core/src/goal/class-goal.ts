import type { ClassificationTarget } from "../dataset/target.ts";
import { roundToGrid } from "../util/grid.ts";
import type { ClassGoal } from "./fit-goal.ts";

/** The classes of the rows in the bag, each with its weight. */
export function classGoal(target: ClassificationTarget, rows: Uint32Array): ClassGoal {
  const weights = target.weights?.slice() ?? new Float64Array(target.codes.length).fill(1);
  roundToGrid(weights, rows);
  return { kind: "classes", codes: target.codes, classCount: target.classes.length, weights };
}
