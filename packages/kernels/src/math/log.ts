import { LN2_HIGH, LN2_LOW, SMALLEST_NORMAL, TWO_TO_54 } from "../generated/exp-log-layout.ts";
import { exponentOf, mantissaOf } from "../predict/float-bits.ts";

/**
 * The natural logarithm with the same bits on every machine, unlike `Math.log`; the error is below 1 ulp. With
 * x = 2^k·(1 + f), 1 + f between √½ and √2, and s = f / (2 + f), it is k·ln 2 + 2·artanh(s).
 */
export function log(x: number): number {
  if (Number.isNaN(x) || x < 0) return Number.NaN;
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (x === Number.POSITIVE_INFINITY) return x;

  const subnormal = x < SMALLEST_NORMAL;
  const normal = subnormal ? x * TWO_TO_54 : x;
  let k = exponentOf(normal) - (subnormal ? 54 : 0);
  let mantissa = mantissaOf(normal);
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    k += 1;
  }

  // 2·artanh(s) = 2s + s·R, and 2s = f − s·f = f − (f²/2 − s·f²/2): written so, the largest term, f, is exact.
  const f = mantissa - 1;
  const s = f / (2 + f);
  const halfSquare = (f * f) / 2;
  const corrections = s * (halfSquare + tail(s * s)) + k * LN2_LOW;
  return k * LN2_HIGH - (halfSquare - corrections - f);
}

/** R(z), z = s²: the series 2z/3 + 2z²/5 + … of 2·artanh(s)/s − 2, up to 2z^12/25. By parts that do not wait for each other, as in `exp`. */
function tail(z: number): number {
  const z2 = z * z;
  const z4 = z2 * z2;
  const first = 2 / 3 + z * (2 / 5) + z2 * (2 / 7 + z * (2 / 9));
  const second = 2 / 11 + z * (2 / 13) + z2 * (2 / 15 + z * (2 / 17));
  const third = 2 / 19 + z * (2 / 21) + z2 * (2 / 23 + z * (2 / 25));
  return z * (first + z4 * (second + z4 * third));
}
