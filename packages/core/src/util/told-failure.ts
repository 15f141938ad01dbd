import { WorkerFailedError } from "@cambium/kernels";
import { CambiumError } from "./cambium-error.ts";

/** The error as users are told it: a worker that failed is named, with a code; any other is as it was. */
export function toldFailure(error: unknown): unknown {
  if (!(error instanceof WorkerFailedError)) return error;
  return new CambiumError("worker-failed", error.message.replace("cambium: ", ""), { cause: error });
}
