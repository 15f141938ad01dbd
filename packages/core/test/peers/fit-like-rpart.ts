import { type CartOptions, cart, type Model, type NodeTrace } from "@cambium/core";
import type { DataCase } from "./peer-cases.ts";
import { readDataset } from "./read-dataset.ts";

/** What rpart was given: data, and how its tree was to grow. */
export interface RpartFit extends DataCase {
  readonly data: DataCase["data"] & { readonly levels: Readonly<Record<string, readonly string[]>> };
  readonly parameters: {
    readonly minsplit: number;
    readonly minbucket: number;
    readonly cp: number;
    readonly maxsurrogate: number;
    readonly usesurrogate: number;
    readonly surrogatestyle: number;
    readonly method: "anova" | "class";
    readonly split?: "information";
    readonly prior?: readonly number[];
    readonly loss?: readonly (readonly number[])[];
  };
  readonly weights?: readonly number[];
  readonly classes?: readonly string[];
}

/** Our tree on the rows that rpart took, and those rows: the ones that have a target. */
export async function fitLikeRpart(
  { data, parameters, weights, classes = [] }: RpartFit,
  options: CartOptions,
  onNode?: (trace: NodeTrace) => void,
): Promise<{ model: Model; table: Record<string, (string | number | null)[]>; weights: number[] | undefined }> {
  const { minsplit, minbucket, maxsurrogate, method, split, prior, loss } = parameters;
  const raw = readDataset(data.set);
  const known = raw[data.target].flatMap((text, row) => (text === "" ? [] : row));
  const table = Object.fromEntries(
    data.features.map((name) => {
      const isText = Object.hasOwn(data.levels, name);
      const cellOf = (text: string) => (text === "" ? null : isText ? text : Number(text));
      return [name, known.map((row) => cellOf(raw[name][row]))];
    }),
  );
  const byClass = <T>(values: readonly T[]) => new Map(classes.map((label, k) => [label, values[k]]));
  const target = known.map((row) => (method === "class" ? raw[data.target][row] : Number(raw[data.target][row])));
  const types = Object.fromEntries(Object.keys(data.levels).map((name) => [name, "categorical" as const]));
  const weight = weights && known.map((row) => weights[row]);
  const model = await cart({
    minRowsSplit: minsplit,
    minRowsLeaf: minbucket,
    ...(split && { criterion: "entropy" }),
    ...(prior && { priors: byClass(prior) }),
    ...(loss && { cost: byClass(loss.map((row) => byClass(row))) }),
    ...options,
    ...(options.missing === "surrogate" && { maxSurrogates: maxsurrogate }),
  }).fit(
    { ...table, [data.target]: target },
    { target: data.target, types, ...(weight && { weight }), ...(onNode && { onNode }) },
  );
  return { model, table, weights: weight };
}
