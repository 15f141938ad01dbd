import { engineNeeds } from "./engine-needs.ts";
import type { EngineName, EnginePlan } from "./tree-engine.ts";

/** An engine, and why it is no faster one. */
export interface EngineChoice {
  readonly name: EngineName;
  /** The ends of sentences that begin with "because"; empty where the engine is the fastest for its splitter. */
  readonly because: readonly string[];
}

/** The compiled engine of the splitter, if the host has the kernels and it supports all that the fit asks for; else the reference engine. */
export function chooseEngine(plan: EnginePlan, hasKernels = true): EngineChoice {
  const fastest = typeof plan.splitter.tries === "object" ? "binned" : "exact";
  const because = engineNeeds.flatMap((need) => {
    const reason = need.lackedBy.includes(fastest) ? need.because(plan) : null;
    return reason === null ? [] : [reason];
  });
  if (!hasKernels) because.push("this host refuses WebAssembly");
  return because.length === 0 ? { name: fastest, because } : { name: "reference", because };
}
