import { CambiumError } from "./cambium-error.ts";

/** Refuses options with this message, unless the condition holds: options that contradict each other, or the data. */
export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new CambiumError("bad-option", message);
}
