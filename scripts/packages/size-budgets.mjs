/**
 * What everything that a package exports may weigh in a browser, in kB (1,000 bytes) after esbuild's minifier and
 * gzip, with the packages that it imports. To raise one is a decision, to be seen in review.
 */
export const SIZE_BUDGETS = {
  "@cambium/kernels": 58,
  "@cambium/core": 138,
  "@cambium/losses": 2.4,
  "@cambium/testing": 94,
  "@cambium/io": 9.1,
  "@cambium/viz": 21.5,
  cambium: 158,
};
