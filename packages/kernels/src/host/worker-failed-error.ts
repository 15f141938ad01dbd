import { reasonText } from "./reason-text.ts";

/** A worker that ended where it should have answered. What it was to grow is lost; the worker is not used again. */
export class WorkerFailedError extends Error {
  override readonly name = "WorkerFailedError";

  constructor(number: number, reason: unknown) {
    super(`cambium: worker ${number} failed: ${reasonText(reason)}; pass threads: 1 to do without workers`, {
      cause: reason,
    });
  }
}
