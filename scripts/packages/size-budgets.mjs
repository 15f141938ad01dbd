/**
 * What everything that a package exports may weigh in a browser, in kB (1,000 bytes) after esbuild's minifier and
 * gzip, with the packages that it imports. To raise one is a decision, to be seen in review.
 */
export const SIZE_BUDGETS = {
  "@cambium/kernels": 12,
  "@cambium/core": 40,
  "@cambium/losses": 40,
  "@cambium/testing": 40,
  "@cambium/io": 40,
  "@cambium/viz": 30,
  cambium: 60,
};
