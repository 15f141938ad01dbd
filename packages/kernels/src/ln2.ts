/** ln 2 in two parts. The first has 42 bits, so its product with any exponent of a float64 is exact. */
export const LN2_HIGH = 0.6931471805598903;
export const LN2_LOW = 5.497923018708371e-14;
