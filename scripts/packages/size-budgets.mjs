/**
 * What everything that a package exports may weigh in a browser, in kB (1,000 bytes) after esbuild's minifier and
 * gzip, with the packages that it imports. To raise one is a decision, to be seen in review.
 */
export const SIZE_BUDGETS = {
  "@cambium/kernels": 59.6,
  "@cambium/core": 188,
  "@cambium/losses": 23.3,
  "@cambium/testing": 163,
  "@cambium/io": 17.5,
  "@cambium/viz": 30.3,
  cambium: 221.5,
};

/** The same of single entries, each by itself. */
export const ENTRY_BUDGETS = { "cambium/predict": 34 };
