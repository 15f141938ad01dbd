/**
 * As large as a derivative of a row may be: a gain multiplies sums of both and squares that, and a thousand million rows leave its sum within the
 * range of a double. Targets end at 2^200, so only scores that run away come so far.
 */
export const LARGEST_GRADIENT = 2 ** 250;
export const LARGEST_HESSIAN = 2 ** 200;
