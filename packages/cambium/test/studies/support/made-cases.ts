import { readdirSync, readFileSync } from "node:fs";
import { friedman } from "../tables/friedman.ts";
import type { MadeTable } from "../tables/made-table.ts";
import { sphere } from "../tables/sphere.ts";

/** What a peer scored on made tables, as fixtures/README.md tells of the kind "made-spread". */
export interface MadeCase {
  /** The file's name without its ending. */
  readonly name: string;
  readonly kind: string;
  readonly peer: string;
  readonly learner: "bagging" | "boosting" | "adaboost-stumps";
  readonly options: object;
  readonly data: { readonly made: MadeName; readonly trainRows: number; readonly testRows: number };
  readonly seeds: readonly number[];
  readonly lastFeature: readonly number[];
  readonly scores: Readonly<Partial<Record<"mse" | "error", readonly number[]>>>;
}

export type MadeName = "friedman-1" | "friedman-2" | "friedman-3" | "sphere";

const folder = new URL("../../../../../fixtures/peers/", import.meta.url);

/** Every case of the kind that stands in fixtures/peers: a new file is a new test. */
export const madeCases: readonly MadeCase[] = readdirSync(folder)
  .sort()
  .flatMap((peer) =>
    readdirSync(new URL(`${peer}/`, folder))
      .filter((file) => file.startsWith("made-"))
      .sort()
      .map((file) => ({
        ...(JSON.parse(readFileSync(new URL(`${peer}/${file}`, folder), "utf8")) as MadeCase),
        name: file.replace(/\.json$/, ""),
      })),
  );

/** scikit-learn's case of that name. */
export function scikitLearnCase(name: string): MadeCase {
  const found = madeCases.find((madeCase) => madeCase.peer.startsWith("scikit-learn") && madeCase.name === name);
  if (found === undefined) throw new Error(`fixtures/peers has no case ${name} of scikit-learn`);
  return found;
}

/** What the case holds, in the order of its seeds. */
export function scoresOf({ scores }: MadeCase): readonly number[] {
  return Object.values(scores)[0];
}

export function tableOf(made: MadeName, rows: number, seed: number): MadeTable {
  return made === "sphere" ? sphere({ rows, seed }) : friedman(Number(made.at(-1)) as 1 | 2 | 3, { rows, seed });
}
