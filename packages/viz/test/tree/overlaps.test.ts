import fc from "fast-check";
import { expect, test } from "vitest";
import { treePlot } from "../../src/index.ts";
import { drawnPicture } from "../support/drawn-shapes.ts";
import { overlapsIn } from "../support/overlaps.ts";
import { fitPlotCase, plotCases } from "../support/random-plots.ts";
import { renderSpec } from "../support/render-spec.ts";

test("no two cards, labels or links overlap in what Vega draws, at any depth", async () => {
  await fc.assert(
    fc.asyncProperty(plotCases, async (plotCase) => {
      const { model, options } = await fitPlotCase(plotCase);
      const spec = treePlot(model, options);
      const { view, complaints } = await renderSpec(spec);
      expect(complaints).toEqual([]);
      expect(overlapsIn(drawnPicture(view))).toEqual([]);
      for (let depth = Number(spec.params[0].value) - 1; depth >= 1; depth--) {
        await view.signal("depth", depth).runAsync();
        expect(overlapsIn(drawnPicture(view))).toEqual([]);
      }
      view.finalize();
    }),
    { numRuns: 40 },
  );
});
