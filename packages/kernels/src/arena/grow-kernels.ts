import { growBinary } from "../generated/grow-binary.ts";
import type { GrowLoops } from "../generated/grow-loops.ts";
import type { Kernels } from "../host/configure-kernels.ts";
import type { LossLinks } from "./own-loss.ts";

/**
 * The module that grows trees. It adds leaves to the scores of the rows that a tree was grown from by their places in the tree, so boosting
 * walks no row: what a fit predicts for other rows, those of a validation, asks for the module that predicts.
 */
export const growKernels: Kernels<GrowLoops & LossLinks> = { name: "grow", binary: growBinary };
