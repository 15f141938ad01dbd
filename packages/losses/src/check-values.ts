import { CambiumError, type RegressionTarget } from "@cambium/core";

/** The check of a target for losses that do not take every number: names the first row that is not as expected. */
export function checkValues(
  loss: string,
  { name, values }: RegressionTarget,
  expected: string,
  accepts: (value: number) => boolean,
): void {
  const bad = values.findIndex((value) => !accepts(value));
  if (bad < 0) return;
  const message = `target "${name}" is ${values[bad]} in row ${bad + 1}; the ${loss} loss expects ${expected}`;
  throw new CambiumError("bad-target", message);
}
