import type { ClassLabel } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";

/** The place of a class among those of a model, where "1" and 1 are two classes. `caller` is what the user called. */
export function placeOfClass(caller: string, classes: readonly ClassLabel[], label: ClassLabel): number {
  const place = classes.indexOf(label);
  if (place >= 0) return place;
  // What is no label may have no text either.
  const text = typeof label === "object" || typeof label === "symbol" ? "" : String(label);
  const twin = classes.find((each) => String(each) === text);
  const hint = twin === undefined ? didYouMean(text, classes.map(String)) : `did you mean ${describe(twin)}? `;
  throw new CambiumError(
    "bad-option",
    `${caller}: ${describe(label)} is no class of the model; ${hint}there are ${listNames(classes)}`,
  );
}

/** One column of rows of so many numbers. */
export function columnOf(rows: Float64Array, column: number, width: number): Float64Array {
  const values = new Float64Array(rows.length / width);
  for (let row = 0; row < values.length; row++) values[row] = rows[row * width + column];
  return values;
}
