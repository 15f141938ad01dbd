// Written by `npm run generate` from the exports of index.ts. Do not edit.

import { logistic, squaredError } from "@cambium/core";

/** Every loss of this package by its name. */
export const builtInLosses = { logistic, squaredError } as const;
