/**
 * Every error that a user can cause. `code` is stable and meant for programs; the message is meant for people and says
 * which input, what was expected, what came, and the repair.
 */
export class CambiumError extends Error {
  override readonly name: string = "CambiumError";
  readonly code: CambiumErrorCode;

  constructor(code: CambiumErrorCode, message: string, options?: ErrorOptions) {
    super(`cambium: ${message}`, options);
    this.code = code;
  }
}

/** The closed list of codes; adding one is a change of the public interface. */
export type CambiumErrorCode =
  | "aborted"
  | "bad-column"
  | "bad-csv"
  | "bad-dataset"
  | "bad-model"
  | "bad-offset"
  | "bad-option"
  | "bad-table"
  | "bad-target"
  | "bad-weight"
  | "fit-failed"
  | "missing-value"
  | "newer-dataset"
  | "newer-model"
  | "not-found"
  | "too-large"
  | "unknown-category"
  | "unknown-column"
  | "unknown-option"
  | "worker-failed";
