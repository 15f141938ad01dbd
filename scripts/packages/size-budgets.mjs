/**
 * What everything that a package exports may weigh in a browser, in kB (1,000 bytes) after esbuild's minifier and
 * gzip, with the packages that it imports. To raise one is a decision, to be seen in review.
 */
export const SIZE_BUDGETS = {
  "@cambium/kernels": 71,
  "@cambium/core": 202.5,
  "@cambium/losses": 22.6,
  "@cambium/testing": 176.5,
  "@cambium/io": 16.6,
  "@cambium/viz": 29.6,
  cambium: 236.5,
};
