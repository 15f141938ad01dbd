import { hasKernels } from "@cambium/kernels";
import { BinnedEngine } from "./binned/binned-engine.ts";
import { chooseEngine } from "./choose-engine.ts";
import { ExactEngine } from "./exact/exact-engine.ts";
import { ReferenceEngine } from "./reference-engine.ts";
import type { EnginePlan, TreeEngine } from "./tree-engine.ts";

/** The fastest engine that supports what a fit asks for. Whoever opened it ends it, in a `finally`. */
export async function openEngine(plan: EnginePlan): Promise<TreeEngine> {
  const { name, because } = chooseEngine(plan, await hasKernels());
  if (name === "reference") return ReferenceEngine.open(plan, because);
  const { tries } = plan.splitter;
  return typeof tries === "object" ? BinnedEngine.open(plan, tries.maxBins) : ExactEngine.open(plan);
}
