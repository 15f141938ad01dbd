// Written by `npm run generate` from packages/kernels/layouts/scan.mjs. Do not edit.

/** The statistics records of a job. */
export const StatsRecord = {
  /** Of the node. */
  parent: 0,
  /** Left of the cursor. */
  left: 1,
  /** Of the rows with missing values. */
  missing: 2,
  /** Of the left child of the best split. */
  best: 3,
  /** What all of it takes. */
  size: 4,
} as const;
