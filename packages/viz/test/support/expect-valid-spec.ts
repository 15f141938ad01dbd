import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { expect } from "vitest";

const schemaPath = createRequire(import.meta.url).resolve("vega-lite/vega-lite-schema.json");
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addFormat("color-hex", /^#[0-9a-f]{6}$/);
const validate = ajv.compile(JSON.parse(readFileSync(schemaPath, "utf8")));

/** Any plot is a specification by the schema that Vega-Lite publishes. */
export function expectValidSpec(spec: object): void {
  validate(spec);
  expect(validate.errors ?? []).toEqual([]);
}
