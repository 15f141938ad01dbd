import { CambiumError, type CambiumErrorCode } from "./cambium-error.ts";

/** Refuses what the user gave with this message, unless the condition holds: by default an option that contradicts another one or the data. */
export function demand(holds: boolean, message: string, code: CambiumErrorCode = "bad-option"): asserts holds {
  if (!holds) throw new CambiumError(code, message);
}
