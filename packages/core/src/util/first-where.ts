/** The first number from `low` to `high` - 1 at which something holds that holds from there on; `high` where it does not. */
export function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
