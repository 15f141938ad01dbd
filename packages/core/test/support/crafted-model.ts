import { loadModel, type Model } from "../../src/index.ts";
import { writeModel } from "../../src/model/write-model.ts";

/** What a test may change of a model: all that its file has, with what no type would allow. */
// biome-ignore lint/suspicious/noExplicitAny: a crafted file may hold anything.
export type CraftedParts = any;

/** The parts of a model, of which nothing is shared with it. */
function partsOf(model: Model): CraftedParts {
  const parts = Object.entries(model).filter(([, value]) => typeof value !== "function");
  return structuredClone(Object.fromEntries(parts));
}

/** The bytes of a model with other parts, as a writer makes them that checks nothing; the checksum is valid. */
export function crafted(bytes: Uint8Array, edit: (parts: CraftedParts) => void): Uint8Array<ArrayBuffer> {
  const parts = partsOf(loadModel(bytes));
  edit(parts);
  return writeModel(parts, parts.learningCurve);
}
