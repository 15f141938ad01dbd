/** Four digits that count, the same in every country: 0.04167, 33,120, 1.3e-7. */
export function formatNumber(value: number): string {
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toPrecision(2);
  return value.toLocaleString("en", { maximumSignificantDigits: 4 });
}

/** Two digits: how uncertain a number is needs no more. */
export function formatDeviation(value: number): string {
  if (value !== 0 && Math.abs(value) < 1e-4) return value.toPrecision(2);
  return value.toLocaleString("en", { maximumSignificantDigits: 2 });
}

/** 0.9651 as "96.5 %". */
export function formatShare(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
