import type { Model } from "../../src/index.ts";

/** The bytes of a model as text, which is compared sooner than arrays are. */
export const digest = (model: Model) => Buffer.from(model.toBytes()).toString("base64");
