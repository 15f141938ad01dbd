import { growKernels, hasKernels } from "@cambium/kernels";
import { openBinnedEngine } from "./binned/binned-engine.ts";
import { engineNeeds } from "./engine-needs.ts";
import { ExactEngine } from "./exact/exact-engine.ts";
import { openReferenceEngine } from "./reference-engine.ts";
import type { EnginePlan, TreeEngine } from "./tree-engine.ts";

/** The compiled engine of the splitter, if the host has the kernels and it supports all that the fit asks for; else the reference engine. */
export function chooseEngine(plan: EnginePlan, hasKernels = true): Pick<TreeEngine, "name" | "because"> {
  const fastest = typeof plan.splitter.tries === "object" ? "binned" : "exact";
  const because = engineNeeds
    .filter(({ lackedBy }) => lackedBy.includes(fastest))
    .map((need) => need.because(plan))
    .filter((reason) => reason !== false);
  if (!hasKernels) because.push("this host refuses WebAssembly");
  return because.length === 0 ? { name: fastest, because } : { name: "reference", because };
}

/** The fastest engine that supports what a fit asks for. Whoever opened it ends it, in a `finally`. */
export async function openEngine(plan: EnginePlan): Promise<TreeEngine> {
  const { name, because } = chooseEngine(plan, await hasKernels(growKernels));
  if (name === "reference") return openReferenceEngine(plan, because);
  const { tries } = plan.splitter;
  return typeof tries === "object" ? openBinnedEngine(plan, tries.maxBins) : ExactEngine.open(plan);
}
