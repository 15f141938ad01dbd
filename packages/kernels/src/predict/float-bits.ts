/**
 * One number, and the same eight bytes as two words, the high one second: typed arrays are little-endian on every host
 * that runs WebAssembly.
 */
const float = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Int32Array(float.buffer);

const EXPONENT_BIAS = 1023;
const MANTISSA_HIGH = 0xfffff;

/** 2^exponent, from −1022 to 1023. */
export function powerOfTwo(exponent: number): number {
  words[0] = 0;
  words[1] = (exponent + EXPONENT_BIAS) << 20;
  return float[0];
}

/** The largest exponent with 2^exponent ≤ x, for a normal x > 0. */
export function exponentOf(x: number): number {
  float[0] = x;
  return (words[1] >> 20) - EXPONENT_BIAS;
}

/** x / 2^exponentOf(x), from 1 up to 2, for a normal x > 0. */
export function mantissaOf(x: number): number {
  float[0] = x;
  words[1] = (words[1] & MANTISSA_HIGH) | (EXPONENT_BIAS << 20);
  return float[0];
}
