import { CambiumError } from "@cambium/core";

/** Refuses names that the caller does not know: a misspelt option would be silence where a picture was wanted. */
export function refuseUnknownOptions(caller: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    throw new CambiumError("unknown-option", `${caller} has no option "${name}"; it takes ${known.join(", ")}`);
  }
}

/** Refuses all but a whole number in a range. */
export function checkWhole(
  caller: string,
  name: string,
  value: number | undefined,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least && value <= most)) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `>= ${least}` : `from ${least} to ${most}`;
  throw new CambiumError("bad-option", `${caller}: ${name} expects a whole number ${range}, got ${String(value)}`);
}

export function checkChoice(caller: string, name: string, value: unknown, choices: readonly string[]): void {
  if (value === undefined || choices.some((choice) => choice === value)) return;
  const expected = choices.map((choice) => `"${choice}"`).join(" or ");
  throw new CambiumError("bad-option", `${caller}: ${name} expects ${expected}, got ${JSON.stringify(value)}`);
}
