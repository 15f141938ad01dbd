/** `x ** 2` would do, but engines may round `**` differently. */
export function square(x: number): number {
  return x * x;
}
