import { CambiumError } from "./cambium-error.ts";

/** An error of ours that also says where it was, unless it begins with that; any other is passed on as it is. */
export function locatedError(error: unknown, where: string): unknown {
  if (!(error instanceof CambiumError)) return error;
  const found = error.message.replace(/^cambium: /, "");
  return found.startsWith(where) ? error : new CambiumError(error.code, `${where}: ${found}`, { cause: error });
}
