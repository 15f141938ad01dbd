import { isOfData } from "../dataset/data-warnings.ts";
import { type CambiumWarning, type OnWarning, tellWarnings } from "../dataset/warning.ts";

/** The warnings of a table and of all fits on parts of it, each told once. */
export class FoldWarnings {
  readonly all: CambiumWarning[] = [];
  readonly #told = new Set<string>();

  constructor(private readonly onWarning: OnWarning | undefined) {}

  /** Takes those of the whole table, or of a fit on it. */
  take(warnings: readonly CambiumWarning[]): void {
    for (const warning of warnings) {
      const key = JSON.stringify([warning.code, warning.column]);
      if (this.#told.has(key)) continue;
      this.#told.add(key);
      this.all.push(warning);
      tellWarnings([warning], this.onWarning);
    }
  }

  /** Takes one of a fold. What is wrong with the data is told of the whole table: a part may look odd by chance. */
  readonly takeOfFold: OnWarning = (warning) => {
    if (!isOfData(warning)) this.take([warning]);
  };
}
