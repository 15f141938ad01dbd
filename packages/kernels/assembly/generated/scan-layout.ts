// Written by `npm run generate` from packages/kernels/layouts/scan.mjs. Do not edit.

/** The statistics records of a job. */
export const enum StatsRecord {
  parent = 0, // Of the node.
  left = 1, // Left of the cursor.
  missing = 2, // Of the rows with missing values.
  best = 3, // Of the left child of the best split.
  size = 4, // What all of it takes.
}
