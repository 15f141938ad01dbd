// One line per loss, and what makes losses of expressions. `npm run generate` writes all that is derived from these lines: the record,
// the docs' table, cambium's exports.
export { builtInLosses } from "./built-in-losses.ts";
export { defineLoss } from "./expression/define-loss.ts";
export type { LossDefinition } from "./expression/loss-definition.ts";
export { logistic } from "./logistic.ts";
export { squaredError } from "./squared-error.ts";
