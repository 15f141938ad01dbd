import { warnOnConsole } from "@cambium/kernels";

/** The closed list of codes of warnings. */
export type CambiumWarningCode =
  | "constant-target"
  | "empty-column"
  | "equals-target"
  | "identifier-left-out"
  | "many-categories"
  | "no-better-than-chance"
  | "row-number"
  | "two-valued-target";

/** Something in the data, or in what was learned, that is probably not what the caller wants. The run goes on. */
export interface CambiumWarning {
  /** Stable, and meant for programs. */
  readonly code: CambiumWarningCode;
  /** Meant for people: what was found, and the repair. */
  readonly message: string;
  /** The column that it is about. */
  readonly column?: string;
}

export type OnWarning = (warning: CambiumWarning) => void;

export function warningOf(code: CambiumWarningCode, message: string, column?: string): CambiumWarning {
  return Object.freeze({ code, message, ...(column !== undefined && { column }) });
}

/** Gives each warning to the listener, or prints it on the host's console where there is no listener. */
export function tellWarnings(
  warnings: readonly CambiumWarning[],
  onWarning: OnWarning = ({ message }) => warnOnConsole(`cambium: warning: ${message}`),
): void {
  for (const warning of warnings) onWarning(warning);
}
