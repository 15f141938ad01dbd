import { CambiumError } from "../util/cambium-error.ts";

/** What is wrong with the bytes of a model: they come from outside, so nothing about them is a mistake of the program. */
export function damagedModel(what: string): CambiumError {
  return new CambiumError("bad-model", `the model is damaged: ${what}; copy or save it again`);
}
