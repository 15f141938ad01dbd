import { damagedFile } from "../file/file-kind.ts";
import type { CambiumError } from "../util/cambium-error.ts";
import { MODEL_FILE } from "./model-format.ts";

/** What is wrong with the bytes of a model. */
export function damagedModel(what: string): CambiumError {
  return damagedFile(MODEL_FILE, what);
}
