import { predictBinary } from "../generated/predict-binary.ts";
import type { PredictLoops } from "../generated/predict-loops.ts";
import type { Kernels } from "../host/configure-kernels.ts";

/** The module that predicts. */
export const predictKernels: Kernels<PredictLoops> = { name: "predict", binary: predictBinary };
