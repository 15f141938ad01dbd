import type { DatasetOptions } from "../dataset/dataset-options.ts";
import type { CambiumWarning } from "../dataset/warning.ts";
import type { RoundScores } from "../model/learning-curve.ts";
import type { Learner } from "../training/run/learner.ts";
import type { CambiumErrorCode } from "../util/cambium-error.ts";

/** What a worker says first. */
export const FOLDS_READY = "cambium folds 1";

/** Columns by name, as a message can have them. */
export type SentColumns = readonly (readonly [name: string, values: ArrayLike<unknown>])[];

/** What a worker is to fit. */
export interface FoldTask {
  /** What `toldOf` says of the learner; the worker has its own. */
  readonly learner: string;
  /** Of a search: what the learner is made of. */
  readonly point: object | null;
  readonly train: SentColumns;
  readonly description: DatasetOptions;
  /** Rows by which a learner ends early; null where it does not. */
  readonly heldOut: SentColumns | null;
}

/** `id` is that of a fit. A fit that tells of a round waits for the answer. */
export type ToFoldWorker =
  | { readonly id: number; readonly task: FoldTask }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly isAborted: true };

export type FromFoldWorker =
  | { readonly id: number; readonly round: RoundScores }
  | { readonly id: number; readonly warning: CambiumWarning }
  | { readonly id: number; readonly model: Uint8Array }
  | { readonly id: number; readonly error: SentError };

/** An error of Cambium's with its code, or any other. */
export interface SentError {
  readonly code: CambiumErrorCode | null;
  readonly message: string;
}

/** What a learner is, in a text: functions aside, which no message can have, and compiled modules, which nobody would read. */
export function toldOf({ name, options }: Learner): string {
  const plain = (_: string, value: unknown) => {
    // A metric may be a function; another one would end a fit at another round.
    if (typeof value === "function") return "better" in value ? `the metric ${value.name}` : "a function";
    if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
    return typeof value === "bigint" ? `${value}n` : value;
  };
  return `${name} ${JSON.stringify(options, plain)}`;
}
