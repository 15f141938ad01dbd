import { readdirSync, readFileSync } from "node:fs";
import { type AnyLoss, isClassLoss, type Loss, type Target } from "@cambium/core";
import { builtInLosses } from "../../src/index.ts";

/** What all cases of losses hold, as fixtures/README.md tells. */
export interface LossCase {
  /** The file's name without its ending. */
  readonly name: string;
  readonly kind: string;
  readonly peer: string;
  readonly loss: string;
  /** Of the loss, by our names. */
  readonly options: Readonly<Record<string, number>>;
  readonly tolerances: Readonly<Record<string, { readonly relative?: number; readonly absolute?: number }>>;
}

const folder = new URL("../../../../fixtures/peers/", import.meta.url);

/** Every case of this kind that stands in fixtures/peers: a new file is a new test. */
export function lossCases<C extends LossCase>(kind: string): C[] {
  return readdirSync(folder)
    .sort()
    .flatMap((peer) =>
      readdirSync(new URL(`${peer}/`, folder))
        .filter((file) => file.startsWith("loss-"))
        .sort()
        .map((file) => ({
          ...(JSON.parse(readFileSync(new URL(`${peer}/${file}`, folder), "utf8")) as C),
          name: file.replace(/\.json$/, ""),
        })),
    )
    .filter((lossCase) => lossCase.kind === kind);
}

/** Our loss of the name, with the options. */
export function anyLossOf({ loss, options }: Pick<LossCase, "loss" | "options">): AnyLoss {
  const make = builtInLosses[loss as keyof typeof builtInLosses] as (options: object) => AnyLoss;
  return make(options);
}

/** One of those with a score for each row. */
export function lossOf(lossCase: Pick<LossCase, "loss" | "options">): Loss {
  const loss = anyLossOf(lossCase);
  if (isClassLoss(loss))
    throw new TypeError(`${lossCase.loss} has a score for each class: its kind is loss-class-figures`);
  return loss;
}

/** Of a classification, 0 and 1. */
export function targetOf({ task }: Loss, values: readonly number[], weights: readonly number[] | null): Target {
  const common = { name: "y", weights: weights && Float64Array.from(weights) };
  return task === "regression"
    ? { ...common, task, values: Float64Array.from(values) }
    : { ...common, task, codes: Int32Array.from(values), classes: [0, 1] };
}
