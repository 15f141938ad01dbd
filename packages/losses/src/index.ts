// One line per loss. `npm run generate` writes all that is derived from these lines: the record, the docs' table, cambium's exports.
export { builtInLosses } from "./built-in-losses.ts";
export { logistic } from "./logistic.ts";
export { squaredError } from "./squared-error.ts";
