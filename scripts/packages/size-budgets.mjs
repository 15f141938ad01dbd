/**
 * What everything that a package exports may weigh in a browser, in kB (1,000 bytes) after esbuild's minifier and
 * gzip, with the packages that it imports. To raise one is a decision, to be seen in review.
 */
export const SIZE_BUDGETS = {
  "@cambium/kernels": 18,
  "@cambium/core": 78,
  "@cambium/losses": 5,
  "@cambium/testing": 54,
  "@cambium/io": 10,
  "@cambium/viz": 21,
  cambium: 97,
};
