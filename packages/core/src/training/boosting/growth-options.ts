import type { Grower } from "../../grower/grower.ts";
import { depthGrower, symmetricGrower } from "../../grower/growers.ts";
import type { GrowthLimit } from "../../pruning/pruning-strategy.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { oneOf } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option } from "../../util/option.ts";
import { growerFor } from "../options/size-options.ts";
import type { SplitterOptions } from "../options/splitter-options.ts";
import type { ColumnOptions } from "./column-limits.ts";
import type { ConstraintOptions } from "./constraints.ts";

export const growthOptions = /* @__PURE__ */ droppable(() => ({
  /**
   * Which node is split next: "depth" is level by level, "leaf" is the node that gains most, and "symmetric" splits all nodes of a level
   * alike, which needs `splitter: "histogram"`. Default: "leaf" with a limit on leaves, else "depth".
   */
  growth: option(oneOf("depth", "leaf", "symmetric")),
}));

export interface GrowthOptions extends OptionsOf<typeof growthOptions> {}

/** The grower that is asked for. */
export function growthOf(
  options: GrowthOptions & SplitterOptions & ConstraintOptions & ColumnOptions,
  limits: readonly GrowthLimit[],
): Grower {
  const { growth, splitter, monotone, columnSample } = options;
  const refuseWhere = (isWrong: boolean, repair: string) => {
    if (isWrong) throw new CambiumError("bad-option", `boosting: growth "${growth}" ${repair}`);
  };
  if (growth === "depth" || growth === "symmetric") {
    refuseWhere(limits.length > 0, 'has no use for a limit on leaves; leave maxLeaves out, or pass growth: "leaf"');
  }
  // Without a limit on leaves it makes no difference which is cut first.
  if (growth !== "symmetric") return growth === "depth" ? depthGrower() : growerFor(limits);
  refuseWhere(splitter === "exact", 'adds up gains between bins; leave splitter: "exact" out');
  refuseWhere(
    monotone !== undefined,
    "keeps no column monotone; leave monotone out, or let trees grow by depth or leaf",
  );
  const drawsNodes = (columnSample?.node ?? 1) !== 1;
  refuseWhere(
    drawsNodes,
    "cuts the nodes of a level alike, so none can have columns of its own; draw by tree or level",
  );
  return symmetricGrower();
}
