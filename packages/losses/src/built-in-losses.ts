// Written by `npm run generate` from the exports of index.ts. Do not edit.

import { logistic } from "./logistic.ts";
import { squaredError } from "./squared-error.ts";

/** Every loss of this package by its name. */
export const builtInLosses = { logistic, squaredError } as const;
