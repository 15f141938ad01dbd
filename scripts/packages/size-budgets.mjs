/**
 * What everything that a package exports may weigh in a browser, in kB (1,000 bytes) after esbuild's minifier and
 * gzip, with the packages that it imports. To raise one is a decision, to be seen in review.
 */
export const SIZE_BUDGETS = {
  "@cambium/kernels": 70,
  "@cambium/core": 182,
  "@cambium/losses": 19.6,
  "@cambium/testing": 160.5,
  "@cambium/io": 10.5,
  "@cambium/viz": 23.3,
  cambium: 213.5,
};
