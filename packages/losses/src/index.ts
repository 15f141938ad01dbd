// One line per loss. `npm run generate` writes all that is derived from these lines: the record, the docs' table, cambium's exports.
export { logistic, squaredError } from "@cambium/core";
export { builtInLosses } from "./built-in-losses.ts";
