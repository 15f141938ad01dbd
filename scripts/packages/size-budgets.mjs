/**
 * What everything that a package exports may weigh in a browser, in kB (1,000 bytes) after esbuild's minifier and
 * gzip, with the packages that it imports. To raise one is a decision, to be seen in review.
 */
export const SIZE_BUDGETS = {
  "@cambium/kernels": 65,
  "@cambium/core": 175.4,
  "@cambium/losses": 19.6,
  "@cambium/testing": 154,
  "@cambium/io": 10.4,
  "@cambium/viz": 23.3,
  cambium: 207,
};
