// Written by `npm run generate` from packages/kernels/layouts/exp-log.mjs. Do not edit.

/** e^x is infinite above. */
export const EXP_OVERFLOW: f64 = 709.782712893384;

/** e^x is 0 below. */
export const EXP_UNDERFLOW: f64 = -745.1332191019411;

/** Up to here, on either side of 0, powers and 2^k are normal numbers. */
export const EXP_USUAL: f64 = 708;

/** The first 42 bits of ln 2, so its product with any exponent of a float64 is exact. */
export const LN2_HIGH: f64 = 0.6931471805598903;

/** The rest of ln 2. */
export const LN2_LOW: f64 = 5.497923018708371e-14;

/** Added to a number and subtracted again, this leaves the nearest whole number. */
export const NEAREST_WHOLE: f64 = 6755399441055744;

export const SMALLEST_NORMAL: f64 = 2.2250738585072014e-308;

export const TWO_TO_54: f64 = 18014398509481984;
