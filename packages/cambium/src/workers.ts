export { configureKernels, type FoldWorkers, foldWorkers, serveFolds, type WorkerPort } from "@cambium/core";
