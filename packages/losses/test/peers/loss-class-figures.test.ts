import type { ClassificationTarget } from "@cambium/core";
import { expect, test } from "vitest";
import { anyLossOf, type LossCase, lossCases } from "./loss-cases.ts";

interface ClassFiguresCase extends LossCase {
  /** The code of each row's class. */
  readonly targets: readonly number[];
  /** By row, and for each by class; so are the figures. */
  readonly scores: readonly (readonly number[])[];
  readonly gradients: readonly (readonly number[])[];
  readonly hessians: readonly (readonly number[])[];
}

test.each(lossCases<ClassFiguresCase>("loss-class-figures"))(
  "$peer, $name: says what the peer says of each row and class",
  (figuresCase) => {
    const { targets, scores, tolerances } = figuresCase;
    const loss = anyLossOf(figuresCase);
    const { relative = 0 } = tolerances.figures;
    const classes = [...scores[0].keys()];
    const target: ClassificationTarget = {
      task: "classification",
      name: "y",
      codes: Int32Array.from(targets),
      classes,
      weights: null,
    };
    const all = Float64Array.from(classes.flatMap((code) => scores.map((row) => row[code])));
    const ours = { gradients: new Float64Array(all.length), hessians: new Float64Array(all.length) };
    loss.derivatives(target, all, ours.gradients, ours.hessians, 0, targets.length);
    for (const figure of ["gradients", "hessians"] as const) {
      for (const [row, theirs] of figuresCase[figure].entries()) {
        for (const [code, their] of theirs.entries()) {
          const our = ours[figure][code * targets.length + row];
          const message = `${figure} of row ${row + 1}, class ${code}: ours ${our}, theirs ${their}`;
          expect(Math.abs(our - their), message).toBeLessThanOrEqual(relative);
        }
      }
    }
  },
);
