import { exp, log } from "@cambium/kernels";

const LOG_SQRT_PI = 0.5723649429247001;
/** From here on the continued fraction needs no more than `STEPS` steps for the last bits; below, the series is short. */
const SERIES_LIMIT = 3;
const STEPS = 60;

/**
 * The probability that a chi-square variable of so many degrees of freedom is at least `statistic`: Q(freedom/2,
 * statistic/2) of the incomplete gamma function. It is summed up from Q(1, x) = e^-x or Q(1/2, x) by
 * Q(a+1, x) = Q(a, x) + x^a·e^-x / Γ(a+1), whose terms are all positive.
 */
export function chiSquareTail(statistic: number, freedom: number): number {
  if (freedom === 0 || statistic <= 0) return 1;
  const x = statistic / 2;
  let a = freedom % 2 === 0 ? 1 : 0.5;
  let sum = freedom % 2 === 0 ? exp(-x) : halfTail(x);
  // ln of x^a·e^-x / Γ(a+1).
  let term = a === 1 ? log(x) - x : Math.LN2 - LOG_SQRT_PI + log(x) / 2 - x;
  for (; a < freedom / 2; a++) {
    sum += exp(term);
    term += log(x / (a + 1));
  }
  return Math.min(1, sum);
}

/** Q(1/2, x), which is the complementary error function of √x. */
function halfTail(x: number): number {
  const scale = exp(log(x) / 2 - x - LOG_SQRT_PI);
  if (x < SERIES_LIMIT) {
    let sum = 0;
    let term = 2;
    for (let n = 1; sum + term !== sum; n++) {
      sum += term;
      term *= x / (n + 0.5);
    }
    return 1 - scale * sum;
  }
  let fraction = 0;
  for (let n = STEPS; n > 0; n--) fraction = (n * (n - 0.5)) / (x + 2 * n + 0.5 - fraction);
  return scale / (x + 0.5 - fraction);
}
