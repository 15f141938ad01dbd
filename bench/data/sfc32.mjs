/**
 * Chris Doty-Humphrey's "small fast counting" generator of 32 bits (PractRand 0.95).
 *
 * @param {number} seed
 * @returns {() => number} draws from 0 up to 1
 */
export function sfc32(seed) {
  let a = 0;
  let b = seed | 0;
  let c = 0;
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // Until the seed has reached all bits.
  for (let draw = 0; draw < 12; draw++) next();
  return next;
}
