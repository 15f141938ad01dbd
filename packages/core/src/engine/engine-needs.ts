import { measureOf } from "../criterion/measure-of.ts";
import { hasCompiledBins, hasRoomForNodes } from "../splitter/histogram-splitter.ts";
import { fitsWhole } from "./exact/exact-engine.ts";
import { type EngineName, type EnginePlan, searchPlanOf } from "./tree-engine.ts";

/** Something that a fit may ask for, and some engines lack. */
export interface EngineNeed {
  /** As ARCHITECTURE lists it. */
  readonly what: string;
  readonly lackedBy: readonly Exclude<EngineName, "reference">[];
  /** As the report of a model says it, after "because"; false where the fit does not ask for it. */
  because(plan: EnginePlan): string | false;
}

/** Everything that not all engines support. The reference engine supports all of it. */
export const engineNeeds: readonly EngineNeed[] = [
  {
    what: "medians (`absoluteError`)",
    lackedBy: ["exact", "binned"],
    because: ({ criterion }) => criterion.additive === false && `the criterion ${criterion.name} needs medians`,
  },
  {
    what: "your own splitter",
    lackedBy: ["exact", "binned"],
    because: ({ splitter, criterion }) =>
      splitter.tries === undefined && criterion.additive !== false && "the splitter is your own",
  },
  {
    what: "your own grower",
    lackedBy: ["exact", "binned"],
    because: ({ grower }) => grower.order === undefined && "the grower is your own",
  },
  {
    what: "a rule before a split that is not a number, such as `chiSquare`",
    lackedBy: ["exact", "binned"],
    because({ rules }) {
      const rule = rules.find(({ bounds }) => bounds === undefined);
      return rule !== undefined && `pruning by ${rule.name} is asked about each node`;
    },
  },
  {
    what: "`onNode`",
    lackedBy: ["exact", "binned"],
    because: ({ isWatched = false }) => isWatched && "onNode watches each node",
  },
  {
    what: "your own criterion",
    lackedBy: ["exact"],
    because: ({ criterion }) =>
      criterion.additive !== false && measureOf(criterion) === undefined && "the criterion is your own",
  },
  {
    what: "surrogates",
    lackedBy: ["exact", "binned"],
    because: ({ maxSurrogates }) => maxSurrogates !== undefined && "surrogates are looked for",
  },
  {
    what: "tables beyond what one entry, one list of categories or one queue of nodes can hold",
    lackedBy: ["exact"],
    because: (plan) => !fitsWhole(searchPlanOf(plan)) && "the table is beyond what compiled loops hold",
  },
  {
    what: "classes by another criterion than Gini, with categories, or more than 64 of them",
    lackedBy: ["binned"],
    because: (plan) =>
      !hasCompiledBins(plan) && `compiled bins do not have ${plan.criterion.name} on columns such as these`,
  },
  {
    what: "trees that may have more nodes, each with a set of categories, than 2 GB hold",
    lackedBy: ["binned"],
    because: (plan) => !hasRoomForNodes(searchPlanOf(plan)) && "a tree may have more nodes than 2 GB hold",
  },
];
